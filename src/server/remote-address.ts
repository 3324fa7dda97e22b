import type { Context } from 'hono'

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
