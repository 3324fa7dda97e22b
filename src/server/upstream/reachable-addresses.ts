import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

/** An address of the network, as `dns.lookup` gives it. */
export interface ResolvedAddress {
  address: string
  family: number
}

/**
 * How near an address is to this machine. `closed` is what no file is ever fetched from: cloud machines answer with
 * their keys on a link-local address.
 */
type Nearness = 'public' | 'private' | 'loopback' | 'closed'

const blockList = (...ranges: [network: string, prefix: number][]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4')
  return list
}

/** By the registries of special addresses (RFC 6890); an IPv4 address written as IPv6 counts as what it is. */
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
 * What is no ordinary IPv6 address of the world, and what carries an IPv4 address within. A list of its own: node reads
 * every IPv4 address as a part of ::/3.
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

/** Who may be sent to where: nothing nearer to this machine than the server that named the file. */
const mayName: Record<Nearness, readonly Nearness[]> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
  closed: ['public'],
}

/**
 * The addresses of `host` that a server at `named` may send us to; empty when it may not. They are to be connected to
 * as they are: asked for again, the name could lead elsewhere. Throws when a name is not known.
 */
export const reachableAddresses = async (host: string, named: string): Promise<ResolvedAddress[]> => {
  const [places, origin] = await Promise.all([placesOf(host), placesOf(named)])
  const allowed = new Set(origin.flatMap((place) => mayName[nearnessOf(place)]))
  return places.filter((place) => allowed.has(nearnessOf(place)))
}

const placesOf = (host: string): Promise<ResolvedAddress[]> => lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true })
