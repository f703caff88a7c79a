import type { SearchQuery } from "./search-queries.ts";

/**
 * Requests in English, written by hand from names and descriptions of published skills, in other words than theirs; then
 * the words that a model could search with which knows the request alone. Both come from one hand, so what the words
 * find shows what a second search can do, not what every model will do.
 */
const english = [
  [
    "tiny-stepping",
    "let's go really slowly here, show me each bit before you do the next one",
    "small steps incremental change feedback pause iterative development",
  ],
  [
    "design-system-patterns",
    "our brand colours are hard-coded in fifty files, I want one place for them and a dark variant",
    "design tokens theme colors dark mode css design system",
  ],
  [
    "fizzy",
    "move the login bug into the done column of our kanban",
    "kanban board card task move column project management",
  ],
  ["clawdcasino", "put five dollars on red against the other bots", "casino roulette betting gambling game agents"],
  [
    "multiposting",
    "put this announcement on all my socials at once",
    "social media post publish multiple platforms twitter instagram linkedin facebook",
  ],
  [
    "modern-javascript-patterns",
    "turn these nested callbacks into something up to date",
    "refactor javascript callbacks async await promises modern",
  ],
  [
    "youtube-thumbnail-grabber",
    "get me the cover picture of this clip in full HD",
    "video thumbnail image download youtube",
  ],
  [
    "appletv",
    "skip to the next episode in the living room and make it louder",
    "tv control media playback volume next episode",
  ],
  [
    "apple-contacts",
    "whose number is +49 170 555 1234, is it someone I know",
    "contacts lookup phone number address book name",
  ],
  [
    "agentic-actions-auditor",
    "could a stranger's pull request trick the bot in our build into leaking tokens",
    "ci security github actions ai agent prompt injection secrets audit",
  ],
  [
    "documentation-generation-doc-generate",
    "nobody ever wrote a manual for this project, produce one",
    "documentation generate docs user guide codebase",
  ],
  [
    "clawface",
    "show a little animated character on my screen that looks happy or sad",
    "avatar animated face emotion widget screen",
  ],
  [
    "media-backup",
    "copy all pictures people sent you in chat to a directory on my disk",
    "backup media photos chat archive save local folder",
  ],
  [
    "adaptyv",
    "order a wet-lab test of how tightly these antibody sequences stick to the target",
    "protein antibody binding assay lab experiment order affinity",
  ],
  [
    "segment",
    "send sign-up clicks from our site to the warehouse and the mailing tool",
    "analytics events tracking customer data warehouse destinations",
  ],
  [
    "cloudflare-gen",
    "I need a small serverless function that runs close to visitors",
    "serverless function edge workers deploy",
  ],
  [
    "popup-cro",
    "our exit window annoys people and hardly anyone subscribes",
    "popup modal exit intent email signup conversion",
  ],
  [
    "lora-qlora-recipes",
    "which learning rate and alpha for adapters on an 8B model with one GPU",
    "lora fine-tuning hyperparameters adapter rank alpha learning rate gpu",
  ],
  [
    "fitbit-analytics",
    "how did I rest last night and how many paces did I walk this week",
    "sleep steps health fitness tracker data",
  ],
  [
    "secret-scanning",
    "stop people from committing API keys to our repo",
    "secret scanning api keys commit prevent push protection repository",
  ],
  [
    "stride-analysis-patterns",
    "what could an attacker do to this architecture, go category by category",
    "threat modeling stride attack security architecture",
  ],
  [
    "omnifocus",
    "remind me to call the plumber on Friday, put it with the errands on my Mac",
    "task reminder to-do list due date mac",
  ],
  [
    "transcribee",
    "write down who said what in this interview recording",
    "transcribe audio interview speaker diarization transcript",
  ],
  ["bexio", "bill the customer in Zurich for the ten hours", "invoice create customer accounting swiss business"],
  [
    "git-essentials",
    "I committed to the wrong place, how do I undo it and move it over",
    "git undo commit move branch reset cherry-pick",
  ],
  [
    "clickhouse-io",
    "our columnar warehouse takes ages on aggregates over billions of rows",
    "clickhouse analytics database query optimization aggregation columnar",
  ],
  [
    "responsive-design",
    "the page looks broken on phones, make the columns stack and the text scale",
    "responsive layout mobile css breakpoints fluid typography",
  ],
  [
    "premium-frontend-ui",
    "make the homepage feel luxurious with parallax and smooth scrolling effects",
    "frontend website animation motion parallax scroll premium design",
  ],
  [
    "apple-hig",
    "does my iPhone screen follow what Cupertino expects of a native look and feel",
    "ios human interface guidelines apple design native app",
  ],
  [
    "jb-fund-access-limits",
    "how much may the treasury owner withdraw in this cycle",
    "treasury payout limit withdraw allowance fund funding cycle",
  ],
  [
    "n8n-automation",
    "start the flow that syncs leads and tell me why it crashed last time",
    "workflow automation trigger run execution failed debug",
  ],
  [
    "crisp",
    "has any visitor written in our live chat, answer the last one",
    "customer support live chat inbox messages reply",
  ],
  [
    "swift-mcp-server-generator",
    "bootstrap a package in Apple's language that offers tools to assistants",
    "swift mcp server project generate tools",
  ],
  [
    "bash-pro",
    "make this shell snippet robust: quoting, traps, set -e",
    "bash shell script defensive safe error handling",
  ],
  [
    "phone-calls",
    "ring the pizzeria and reserve a table for four at eight",
    "phone call restaurant reservation booking voice",
  ],
  ["binance-pay", "let shoppers settle their bill in USDT", "crypto payment accept cryptocurrency stablecoin checkout"],
  [
    "sql-injection-scanner",
    "do we concatenate user input into statements anywhere",
    "sql injection query scan vulnerability string concatenation",
  ],
  [
    "logger-gen",
    "replace console.log by JSON output with levels and request ids",
    "structured logging json logger levels request id",
  ],
  ["frigate", "is somebody outside the house, send a picture", "camera snapshot security motion detection doorbell"],
  [
    "gcal-pro",
    "am I free on Tuesday afternoon, and shift lunch with Ana to one",
    "calendar availability schedule event reschedule",
  ],
] as const;

/** The same in Chinese, for the few published skills that are described in Chinese or serve Chinese services. */
const chinese = [
  ["a-stock-analysis", "茅台今天涨了多少，量能怎么样", "股票 行情 涨跌 成交量 分时"],
  ["a-stock-analysis", "帮我盯一下这几只股票，看主力有没有在出货", "股票 主力 资金 出货 监控"],
  ["a-stock-analysis", "快收盘的时候有没有钱突然进来", "股票 尾盘 主力 资金 流入 放量"],
  ["gaokao-science-tutor", "这道电磁感应的题我不会，一步一步讲给我听", "高中 物理 题目 辅导 讲解"],
  ["gaokao-science-tutor", "高三化学平衡总是算错，怎么补", "高三 化学 辅导 解题"],
  ["gaokao-science-tutor", "三角函数的最值应该怎么想", "高中 数学 三角函数 解题 辅导"],
  ["gaokao-liberal-arts-tutor", "洋务运动为什么失败，帮我梳理要点", "历史 辅导 高考 要点"],
  ["gaokao-liberal-arts-tutor", "季风气候的成因我总记不住，地理怎么学", "地理 辅导 高中 记忆"],
  ["gaokao-liberal-arts-tutor", "分封制和郡县制的区别老是答不全", "历史 制度 高考 辅导 政治"],
  ["gaokao-general-tech-tutor", "榫卯结构的三视图怎么画", "通用技术 结构 设计 三视图"],
  ["gaokao-general-tech-tutor", "控制系统的流程图我看不懂", "通用技术 流程图 控制 辅导"],
  ["gaokao-general-tech-tutor", "木凳的承重怎么改才更稳", "结构设计 优化 通用技术 强度"],
  ["horror-night", "今晚想玩一局雪山里的剧本杀", "剧本杀 游戏 恐怖 悬疑 雪山"],
  ["horror-night", "来个恐怖一点的推理故事，我来找线索", "恐怖 悬疑 推理 游戏 线索"],
  ["horror-night", "和朋友一起破案，凶手就藏在旅店里", "剧本杀 推理 悬疑 游戏 破案"],
  ["star-whisper", "想玩飞船坠毁之后在外星求生的游戏", "科幻 生存 冒险 游戏 星球"],
  ["star-whisper", "继续我的星球探索，看看还剩多少资源", "星球 探索 生存 资源 游戏"],
  ["star-whisper", "我想当一个落难的太空人", "宇航员 角色扮演 科幻 生存 游戏"],
  ["amap", "从虹桥机场怎么开车到外滩最快", "地图 路线 导航 驾车"],
  ["amap", "附近哪里可以加油", "地图 附近 搜索 加油站 地点"],
  ["telegram-offline-voice", "用电报给妈妈发一段念出来的话，不要联网的服务", "telegram 语音 消息 本地 离线"],
  ["memory-to-obsidian", "把今天讨论的结论存到我的笔记库里", "笔记 记录 保存 obsidian 记忆"],
  ["bazi", "我一九九〇年三月五日早上七点生的，帮我算算命", "八字 算命 出生 生辰 排盘"],
  ["yao", "心里有件事拿不准，给我摇一卦", "占卜 算卦 六爻"],
  ["bluetooth-monitor", "我的耳机连上电脑了吗，没有就连上", "蓝牙 耳机 连接 设备 mac"],
  ["wecom", "在公司群里通知大家三点开会", "企业微信 群消息 发送 通知"],
  ["yapi", "登录这个接口的返回字段有哪些", "接口 文档 api 返回 字段"],
  ["yt-dlp-downloader", "把这个B站视频存到本地，只要声音", "视频 下载 bilibili 音频 提取"],
  ["save-money", "別每次都用最貴的模型，簡單的問題用便宜的", "模型 選擇 省錢 費用 自動 切換 模型 cost model routing"],
  [
    "gourmet-spicy-food-lafeitu",
    "给我买两份自贡冷吃兔，送到公司",
    "外卖 食品 下单 四川 零食 配送 food order sichuan snack",
  ],
] as const;

/** All requests that were written by hand. */
export const writtenRequests: readonly SearchQuery[] = [
  ...english.map(([skill, text, words]) => ({ skill, text, words, language: "en" as const, kind: "written" as const })),
  ...chinese.map(([skill, text, words]) => ({ skill, text, words, language: "zh" as const, kind: "written" as const })),
];
