import type { Context } from 'hono'
import type { Config } from './config.ts'

/**
 * The address of the town in browsers: 'https://fernhill.example'. It comes from the settings; else from the headers of
 * the town's proxy, of which only the last entries are its own; else from the request.
 */
export const publicOrigin = (
  c: Context,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): string => {
  if (publicUrl !== null) return publicUrl
  const { protocol, host } = new URL(c.req.url)
  if (!trustProxy) return `${protocol}//${host}`
  const scheme = lastOf(c.req.header('X-Forwarded-Proto')) ?? protocol.slice(0, -1)
  const name = lastOf(c.req.header('X-Forwarded-Host')) ?? host
  return URL.canParse(`${scheme}://${name}`) ? new URL(`${scheme}://${name}`).origin : `${protocol}//${host}`
}

const lastOf = (header: string | undefined) => header?.split(',').at(-1)?.trim() || undefined
