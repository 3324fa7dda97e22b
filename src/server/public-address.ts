import type { Context } from 'hono'
import type { Config } from './config.ts'

/**
 * The address under which browsers reach the town: 'https://fernhill.example'. As the settings say; else, behind a proxy of the town, by the last
 * words of the proxy itself.
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
