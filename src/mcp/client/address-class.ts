import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv6 } from "node:net";

/**
 * How near an address is: `public` is anywhere, `private` this network, `loopback` this machine. `forbidden` are those
 * that no server has: link-local ones, where clouds keep their credentials, multicast, unspecified and reserved ones.
 */
export type AddressClass = "public" | "private" | "loopback" | "forbidden";

/** The class of an IP address; a name, or anything else that is none, is `forbidden`. */
export function addressClass(address: string): AddressClass {
  const plain = embeddedAddress(address.replace(/^\[|\]$/g, ""));
  const family = isIP(plain);
  if (family === 0) return "forbidden";
  const kind = family === 6 ? "ipv6" : "ipv4";
  // A list of IPv4 ranges also holds their form within IPv6, `::ffff:10.0.0.1`.
  if (lists().loopback.check(plain, kind)) return "loopback";
  if (lists().forbidden.check(plain, kind)) return "forbidden";
  return lists().private.check(plain, kind) ? "private" : "public";
}

/** The nearest class of all addresses that a URL's host has. @throws where the name is not known */
export async function classOfHost(url: URL): Promise<AddressClass> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return addressClass(host);
  if (isLocalName(host)) return "loopback";
  const classes = (await lookup(host, { all: true })).map(({ address }) => addressClass(address));
  const order: readonly AddressClass[] = ["loopback", "private", "public"];
  return order.find((each) => classes.includes(each)) ?? "forbidden";
}

/** True for `localhost` and names below it, which never leave this machine. */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host);
}

/** True where a server of the class `from` may send us to an address of the class `to`: never nearer than it is. */
export function mayLeadTo(from: AddressClass, to: AddressClass): boolean {
  const nearness: Readonly<Record<AddressClass, number>> = { public: 0, private: 1, loopback: 2, forbidden: 3 };
  return to !== "forbidden" && nearness[to] <= nearness[from];
}

/** The IPv4 address that an IPv6 one stands for: `::a.b.c.d`, translated (64:ff9b::/96) or tunnelled (2002::/16). */
function embeddedAddress(address: string): string {
  if (!isIPv6(address) || /^::[01]?$/.test(address)) return address;
  // A URL writes it in one way, all of it in hexadecimal.
  const host = URL.parse(`http://[${address.replace(/%.*$/, "")}]/`)?.hostname.slice(1, -1) ?? address;
  const [head = "", tail] = host.split("::");
  const left = head.split(":").filter((part) => part !== "");
  const right = (tail ?? "").split(":").filter((part) => part !== "");
  const gap = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const parts = [...left, ...gap, ...right].map((part) => Number.parseInt(part, 16));
  const starts = (...prefix: number[]): boolean => prefix.every((part, index) => parts[index] === part);
  const [, second = 0, third = 0] = parts;
  if (starts(0x2002)) return toIPv4(second, third);
  const [high = 0, low = 0] = parts.slice(6);
  const isWhole = starts(0, 0, 0, 0, 0, 0) && (high !== 0 || low > 1);
  return isWhole || starts(0x64, 0xff9b, 0, 0, 0, 0) ? toIPv4(high, low) : address;
}

function toIPv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

interface AddressLists {
  readonly loopback: BlockList;
  readonly private: BlockList;
  readonly forbidden: BlockList;
}

let made: AddressLists | undefined;

function lists(): AddressLists {
  made ??= {
    loopback: listOf(["127.0.0.0/8", "::1/128"]),
    private: listOf(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15", "fc00::/7"]),
    forbidden: listOf([
      "0.0.0.0/8",
      "169.254.0.0/16",
      "192.0.0.0/24",
      "224.0.0.0/4",
      "240.0.0.0/4",
      "::/128",
      "fe80::/10",
      "fec0::/10",
      // Tunnels and local translations, behind which any address may lie.
      "64:ff9b:1::/48",
      "2001::/32",
      "ff00::/8",
    ]),
  };
  return made;
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = "", bits] = range.split("/");
    list.addSubnet(net, Number(bits), isIPv6(net) ? "ipv6" : "ipv4");
  }
  return list;
}
