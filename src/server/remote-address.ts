import type { Context } from 'hono'
import type { Config } from './config.ts'

/**
 * The network address of the other end of the connection; '' when there is none, as in a call made by the app itself.
 */
export const remoteAddressOf = ({ env }: Context): string => {
  const incoming = env instanceof Object && 'incoming' in env ? env.incoming : undefined
  const socket = incoming instanceof Object && 'socket' in incoming ? incoming.socket : undefined
  return socket instanceof Object && 'remoteAddress' in socket ? String(socket.remoteAddress) : ''
}

/** Whether the request comes from this machine itself, and not from a proxy on it. */
export const isFromHere = (c: Context): boolean => {
  const forwarded = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  return !forwarded && /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(remoteAddressOf(c))
}

/** Some gateways write the port too, which is another one for each connection: '203.0.113.9:50000', '[2001:db8::1]:50000'. */
const withoutPort = (address: string): string =>
  /^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address

/**
 * The caller's address. Behind a proxy, the last address that the proxy added counts; the sender may have invented
 * those before it.
 */
export const callerAddress = (c: Context, { trustProxy }: Pick<Config, 'trustProxy'>): string => {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return withoutPort(forwarded.slice(0, 100))
  return remoteAddressOf(c) || 'here'
}
