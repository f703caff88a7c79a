import { expect, test } from "vitest";
import { DEFAULT_MODEL, toModelSettings } from "../../src/project/model-settings.ts";

test.each([
  ["nothing is set", {}, {}, undefined],
  ["the key is blank", { OPENAI_API_KEY: " " }, {}, undefined],
  ["only the key is set", { OPENAI_API_KEY: "k" }, {}, { apiKey: "k", models: [DEFAULT_MODEL] }],
  [
    "the environment lists models",
    { OPENAI_API_KEY: "k", OPENAI_MODEL: "big, small," },
    { models: ["other"] },
    { apiKey: "k", models: ["big", "small"] },
  ],
  [
    "the config names a server and models",
    { OPENAI_API_KEY: "k" },
    { models: ["local"], baseURL: "http://localhost:1/v1", timeoutMs: 5 },
    { apiKey: "k", models: ["local"], baseURL: "http://localhost:1/v1", timeoutMs: 5 },
  ],
  [
    "both name a server",
    { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://a/v1" },
    { baseURL: "http://b/v1" },
    { apiKey: "k", models: [DEFAULT_MODEL], baseURL: "http://a/v1" },
  ],
])("chooses the model when %s", (_what, env, config, settings) => {
  expect(toModelSettings(env, config)).toEqual(settings);
});
