import type { Context } from 'hono'
import type { Config } from './config.ts'

/** The network address at the other end of the connection; '' where there is none, as in a call made by the app itself. */
export const remoteAddressOf = ({ env }: Context): string => {
  const incoming = env instanceof Object && 'incoming' in env ? env.incoming : undefined
  const socket = incoming instanceof Object && 'socket' in incoming ? incoming.socket : undefined
  return socket instanceof Object && 'remoteAddress' in socket ? String(socket.remoteAddress) : ''
}

/** Whether it is somebody on this very machine, and no proxy that speaks for somebody else. */
export const isFromHere = (c: Context): boolean => {
  const forwarded = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'].some(
    (name) => c.req.header(name) !== undefined,
  )
  return !forwarded && /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(remoteAddressOf(c))
}

/** Who asks. Behind a proxy the last address that it added counts: those before it are the sender's own words. */
export const callerAddress = (c: Context, { trustProxy }: Pick<Config, 'trustProxy'>): string => {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded.slice(0, 100)
  return remoteAddressOf(c) || 'here'
}
