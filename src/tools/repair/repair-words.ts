import { previewJson } from "../../base/json.ts";
import type { Locale } from "../tool.ts";

/** Sentences that say what was repaired. */
export interface RepairWords {
  read(path: string, sent: unknown, read: unknown): string;
  leftOut(path: string, sent: unknown): string;
  renamed(path: string, key: string): string;
  unwrapped(key: string): string;
}

/** The sentences in one language. */
export function repairWords(locale: Locale): RepairWords {
  return locale === "zh" ? chinese : english;
}

const english: RepairWords = {
  read: (path, sent, read) => `${path}: ${show(sent)} was read as ${show(read)}.`,
  leftOut: (path, sent) => `${path}: ${show(sent)} was left out.`,
  renamed: (path, key) => `${path} was read as ${key}.`,
  unwrapped: (key) => `The arguments were taken out of "${key}".`,
};

const chinese: RepairWords = {
  read: (path, sent, read) => `${path}：${show(sent)} 按 ${show(read)} 处理。`,
  leftOut: (path, sent) => `${path}：${show(sent)} 已略去。`,
  renamed: (path, key) => `${path} 按 ${key} 处理。`,
  unwrapped: (key) => `参数取自 "${key}"。`,
};

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(previewJson(value, 40)) : previewJson(value, 40);
}
