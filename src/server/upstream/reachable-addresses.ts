import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

/** A network address, as `dns.lookup` returns it. */
export interface ResolvedAddress {
  address: string
  family: number
}

/**
 * How near an address is to this machine. No file is ever fetched from a `closed` one: cloud machines serve their
 * credentials on a link-local address.
 */
type Nearness = 'public' | 'private' | 'loopback' | 'closed'

const blockList = (...ranges: [network: string, prefix: number][]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')
  return list
}

/** By the registries of special addresses (RFC 6890). An IPv4 address in IPv6 form counts as IPv4. */
const loopback = blockList(['127.0.0.0', 8], ['::1', 128])
const privates = blockList(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10], ['fc00::', 7])
const closed = blockList(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
)
/**
 * IPv6 ranges that are not global unicast, or that embed an IPv4 address. They are a list of their own because Node
 * treats every IPv4 address as part of ::/3.
 */
const closedIpv6 = blockList(
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
)

const nearnessOf = ({ address, family }: ResolvedAddress): Nearness => {
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  if (loopback.check(address, kind)) return 'loopback'
  if (privates.check(address, kind)) return 'private'
  return closed.check(address, kind) || (family === 6 && closedIpv6.check(address, kind)) ? 'closed' : 'public'
}

/** Which target a server may name: none that is nearer to this machine than the server itself. */
const mayName: Record<Nearness, readonly Nearness[]> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
  closed: ['public'],
}

/**
 * The addresses of `host` that a server at `named` may send us to; empty when it may not. Callers must connect to
 * exactly these addresses, because a second lookup could give others. Throws when a name is unknown.
 */
export const reachableAddresses = async (host: string, named: string): Promise<ResolvedAddress[]> => {
  const [places, origin] = await Promise.all([placesOf(host), placesOf(named)])
  const allowed = new Set(origin.flatMap((place) => mayName[nearnessOf(place)]))
  return places.filter((place) => allowed.has(nearnessOf(place)))
}

const placesOf = (host: string): Promise<ResolvedAddress[]> => lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true })
