import { isPlainObject, type JsonObject, type JsonValue } from "../../src/base/json.ts";
import type { Domain, SopBenchCase } from "./sopbench.ts";

/**
 * The checks of the set's bank, written anew from what they mean and decided on a case's initial database and on what
 * the user said. Two states of the session are decided as their calls would answer: whether the user can log in, and
 * whether the administrator's password is right.
 */
export const bank: Domain = {
  shownBy: (check) =>
    [...(tools[check] ?? []), ...(tools[check] ? ["internal_get_database"] : [])].filter(
      (tool) => !own.has(check) || tool !== "internal_get_database",
    ),
  holds: (check, values, task) => checks[check]?.({ values, task, account: accountOf(task, values["username"]) }),
};

interface Facts {
  readonly values: JsonObject;
  readonly task: SopBenchCase;
  /** The account of the check's user, if there is one. */
  readonly account: JsonObject | undefined;
}

const checks: Readonly<Record<string, (facts: Facts) => boolean>> = {
  internal_check_username_exist: ({ account }) => account !== undefined,
  logged_in_user: ({ account, task }) =>
    account !== undefined && isSame(account["identification"], task.user_known["identification"]),
  authenticated_admin_password: ({ account, task }) =>
    account !== undefined && isSame(account["admin_password"], task.user_known["admin_password"]),
  sufficient_account_balance: ({ account, values }) => numberOf(account, "balance") >= Number(values["amount"]),
  minimal_elgibile_credit_score: ({ account, task }) =>
    numberOf(account, "credit_score") > limitOf(task, "minimum_credit_score"),
  safety_box_eligible: ({ account, task }) =>
    numberOf(account, "balance") >= limitOf(task, "minimum_account_balance_safety_box"),
  get_loan_owed_balance_restr: ({ account, task }) =>
    numberOf(account, "owed_balance") < limitOf(task, "maximum_owed_balance"),
  pay_loan_account_balance_restr: ({ account }) => numberOf(account, "balance") >= numberOf(account, "owed_balance"),
  pay_loan_amount_restr: ({ account, values }) =>
    numberOf(account, "balance") >= Number(values["pay_owed_amount_request"]),
  no_owed_balance: ({ account }) => numberOf(account, "owed_balance") === 0,
  no_credit_card_balance: ({ account }) => cardsOf(account).every((card) => card["credit_balance"] === 0),
  no_credit_card_balance_on_card: ({ account, values }) => cardOf(account, values)?.["credit_balance"] === 0,
  internal_check_credit_card_exist: ({ account, values }) => cardOf(account, values) !== undefined,
  not_over_credit_limit: ({ account, values }) => {
    const card = cardOf(account, values);
    return Number(values["amount"]) <= numberOf(card, "credit_limit") - numberOf(card, "credit_balance");
  },
  maximum_deposit_limit: ({ values, task }) => inDollars(values) <= limitOf(task, "maximum_deposit"),
  maximum_exchange_amount: ({ values, task }) => inDollars(values) <= limitOf(task, "maximum_exchange"),
  internal_check_foreign_currency_available: ({ values, task }) => {
    const rates = task.initial_database["foreign_exchange"];
    return isPlainObject(rates) && Object.hasOwn(rates, textOf(values["foreign_currency_type"]));
  },
  call_get_database: () => true,
};

/** The tools that show a check, beside the one that shows the whole database. */
const tools: Readonly<Record<string, readonly string[]>> = {
  internal_check_username_exist: ["internal_check_username_exist"],
  logged_in_user: ["login_user"],
  authenticated_admin_password: ["authenticate_admin_password"],
  sufficient_account_balance: ["get_account_balance"],
  minimal_elgibile_credit_score: ["internal_get_credit_score"],
  safety_box_eligible: ["get_account_balance"],
  get_loan_owed_balance_restr: ["get_account_owed_balance"],
  pay_loan_account_balance_restr: ["get_account_balance", "get_account_owed_balance"],
  pay_loan_amount_restr: ["get_account_balance"],
  no_owed_balance: ["get_account_owed_balance"],
  no_credit_card_balance: ["get_credit_cards"],
  no_credit_card_balance_on_card: ["get_credit_card_info", "get_credit_cards"],
  internal_check_credit_card_exist: ["get_credit_card_info", "get_credit_cards"],
  not_over_credit_limit: ["get_credit_card_info", "get_credit_cards"],
  internal_check_foreign_currency_available: ["internal_check_foreign_currency_available"],
};

/** What a session did is not in the database. */
const own: ReadonlySet<string> = new Set(["logged_in_user", "authenticated_admin_password"]);

function accountOf(task: SopBenchCase, username: JsonValue | undefined): JsonObject | undefined {
  const accounts = task.initial_database["accounts"];
  if (!isPlainObject(accounts) || typeof username !== "string" || !Object.hasOwn(accounts, username)) return undefined;
  return accounts[username] as JsonObject;
}

function cardsOf(account: JsonObject | undefined): readonly JsonObject[] {
  const cards = account?.["credit_cards"];
  return Array.isArray(cards) ? (cards as readonly JsonObject[]) : [];
}

function cardOf(account: JsonObject | undefined, values: JsonObject): JsonObject | undefined {
  return cardsOf(account).find((card) => card["card_number"] === values["card_number"]);
}

function numberOf(facts: JsonObject | undefined, key: string): number {
  const value = facts?.[key];
  return typeof value === "number" ? value : Number.NaN;
}

function limitOf(task: SopBenchCase, key: string): number {
  return Number(task.constraint_parameters[key]);
}

function inDollars(values: JsonObject): number {
  const amount = Number(values["amount"]);
  return textOf(values["unit"]).includes("dollar") ? amount : amount / 100;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
