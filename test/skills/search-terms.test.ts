import { expect, test } from "vitest";
import { distinctTerms, searchTerms } from "../../src/skills/search-terms.ts";

test.each([
  ["Review the invoices, reviewing and REVIEWED", ["review", "invoic", "review", "review"]],
  ["policies policy classes class boxes running runs status bus", "policy policy class class box run run status bus"],
  ["validate validation validating validator validates", "valid valid valid valid valid"],
  ["extraction extract compressions compress creation create", "extract extract compress compress creat creat"],
  ["format formatting formats form version session repeated", "format format format form version session repeat"],
  ["it is what you would use", []],
  ["a 7 C x", ["7"]],
  ["ＰＤＦ export", ["pdf", "export"]],
  ["cafe\u0301", ["caf\u00e9"]],
  ["查询天气", ["查询", "天气", "询天"]],
  ["退款", ["退款"]],
  ["退", ["退"]],
  ["帮我查 PDF 发票", "我查 pdf 发票"],
  ["PDF发票", "pdf 发票"],
  ["", []],
])("%j is searched as %j", (text, terms) => {
  expect(searchTerms(text)).toEqual(typeof terms === "string" ? terms.split(" ") : terms);
});

test("cuts a word without end", () => {
  expect(searchTerms("a".repeat(1_000_000))).toEqual(["a".repeat(64)]);
});

test("gives each word once", () => {
  expect(distinctTerms("Review, reviewing, REVIEWED \u9000\u6b3e review \u9000\u6b3e")).toEqual([
    "review",
    "\u9000\u6b3e",
  ]);
});
