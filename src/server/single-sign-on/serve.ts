import { eq, exists, lt, type SQL } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { Config } from '../config.ts'
import type { CallContext, Services } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { isForPart, isFromOtherSite } from '../other-site.ts'
import { publicOrigin } from '../public-address.ts'
import { callerAddress } from '../remote-address.ts'
import { hashOfSecret, newSecret, secretInCookie } from '../secrets.ts'
import { type Db, identities, singleSignOns } from '../store/core-tables.ts'
import { countBegun, forgiveBegun } from '../throttle.ts'
import { personOf } from './person.ts'
import { createProvider, type Provider, ProviderDown } from './provider.ts'
import type { SingleSignOn } from './settings.ts'

/** The cookie that ties a sign-in in progress to the browser that began it. */
const COOKIE = 'codesoft-sign-in'
const SECONDS = 600
/** The path that the provider sends the browser back to. It must be registered there. */
export const RETURN_PATH = '/api/sign-in/single/return'
/** The fragment of the address that tells the app to ask for the result of the sign-in. */
const MARK = '#single-sign-on'

type Underway = typeof singleSignOns.$inferSelect

/**
 * The two addresses that browsers navigate to: to the provider, and back from it. No token or code of ours is in an
 * address: the app fetches the session by POST with a cookie that only this browser has.
 */
export const serveSingleSignOn = (app: Hono, office: Services): void => {
  const { db, config, clock, log } = office
  const settings = config.singleSignOn
  if (!settings) return
  const provider = createProvider(settings)

  // A person navigates to both, and an installed app has no way back: a failure leads to the app, which asks for the
  // reason.
  const note = (c: Context, error: unknown) => {
    if (!(error instanceof Refused)) log.error({ err: error, path: c.req.path }, 'request failed')
  }

  app.get('/api/sign-in/single', async (c) => {
    const back_to = placeIn(c)
    // Neither begun nor counted: a foreign page can navigate a window of its own here as often as it likes. A link on
    // the town's own pages leads to the app and its sign-in page.
    if (isFromOtherSite(c) || isForPart(c)) return goTo(c, back_to)
    try {
      const now = clock()
      await countBegun(db, callerAddress(c, config), now, config)
      const secret = newSecret()
      const expires_at = new Date(now.getTime() + SECONDS * 1000)
      const begun = await provider.begin(publicOrigin(c, config) + RETURN_PATH).catch((error: unknown) => {
        log.warn({ err: error }, 'the provider of single sign-on does not answer')
        return null
      })
      await forgetOldSingleSignOns(db, now)
      const { state = '', nonce = '', verifier = '' } = begun ?? {}
      const problem = begun ? null : downWords(settings, config)
      const row = { browser_hash: hashOfSecret(secret), back_to, expires_at, state, nonce, verifier, problem }
      await db.insert(singleSignOns).values(row)
      const isSecure = config.hsts || publicOrigin(c, config).startsWith('https:')
      c.header('Set-Cookie', cookieOf(secret, SECONDS, isSecure))
      return goTo(c, begun ? begun.url.href : back_to + MARK)
    } catch (error) {
      note(c, error)
      return goTo(c, back_to + MARK)
    }
  })

  app.get(RETURN_PATH, async (c) => {
    let backTo = '/'
    try {
      const now = clock()
      const underway = await findUnderway(db, c.req.header('Cookie'), now)
      backTo = underway?.back_to ?? '/'
      // Another state is the answer to a sign-in that another tab began before. The one in progress stays, for its own
      // answer.
      if (underway && isOpen(underway) && c.req.query('state') === underway.state) {
        const ended = await endOf(c, office, { provider, settings, underway, now })
        await db.update(singleSignOns).set(ended).where(eq(singleSignOns.browser_hash, underway.browser_hash))
      }
    } catch (error) {
      note(c, error)
    }
    return goTo(c, backTo + MARK)
  })
}

/**
 * The person whose sign-in this browser has completed, and the condition that they still have an account at the provider:
 * an administrator may be removing that link just now. Works once. Throws `Refused` with the reason in words.
 */
export const takeSignedIn = async ({
  tx: db,
  caller,
  now,
  config,
}: Pick<CallContext, 'tx' | 'caller' | 'now' | 'config'>): Promise<{ userId: number; isStillLinked: SQL }> => {
  const underway = await findUnderway(db, caller.cookies, now)
  if (!underway || isOpen(underway)) {
    // Also counted, because the start may have been refused for the count: then this throws the reason.
    await countBegun(db, caller.from, now, config)
    throw new Refused(409, 'The sign-in was not finished in time, or begun in another browser or tab. Try again.')
  }
  const [taken] = await db
    .delete(singleSignOns)
    .where(eq(singleSignOns.browser_hash, underway.browser_hash))
    .returning()
  if (!taken?.user_id) throw new Refused(409, taken?.problem ?? 'This sign-in was used already. Try again.')
  await forgiveBegun(db, caller.from)
  const { user_id } = identities
  const isStillLinked = exists(db.select({ user_id }).from(identities).where(eq(user_id, taken.user_id)))
  return { userId: taken.user_id, isStillLinked }
}

const isOpen = ({ user_id, problem }: Underway) => user_id === null && problem === null

export const forgetOldSingleSignOns = (db: Db, now: Date) =>
  db.delete(singleSignOns).where(lt(singleSignOns.expires_at, now))

const endOf = async (
  c: Context,
  { db, config, log }: Services,
  { provider, settings, underway, now }: { provider: Provider; settings: SingleSignOn; underway: Underway; now: Date },
): Promise<{ user_id: number } | { problem: string }> => {
  try {
    const answer = new URL(publicOrigin(c, config) + RETURN_PATH + new URL(c.req.url).search)
    if (answer.searchParams.get('error') === 'access_denied')
      return { problem: `The sign-in with ${settings.label} was cancelled.` }
    const claims = await provider.finish(answer, underway)
    return { user_id: await personOf(db, claims, settings, now) }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    log.warn({ err: error }, 'a single sign-on failed')
    if (error instanceof ProviderDown || isSilence(error)) return { problem: downWords(settings, config) }
    return { problem: `What ${settings.label} answered could not be verified. Try again.` }
  }
}

const downWords = ({ label }: SingleSignOn, { passwordsOnlyFor }: Config) =>
  `The server of ${label} does not answer just now. Try again later${passwordsOnlyFor === null ? ', or sign in with a password' : ''}.`

/** Whether the error is one of the network or a timeout. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    error instanceof TypeError ||
    (error.cause instanceof Error && isSilence(error.cause)))

/** A path of the app to return to, never another site. */
const placeIn = (c: Context): string => {
  const asked = c.req.query('to') ?? '/'
  const here = 'http://town.invalid'
  if (asked.length > 500 || !URL.canParse(asked, here)) return '/'
  const { origin, pathname, search } = new URL(asked, here)
  return origin === here && !/^\/(\/|api(\/|$))/.test(pathname) ? pathname + search : '/'
}

const goTo = (c: Context, place: string) => {
  c.header('Cache-Control', 'no-store')
  return c.redirect(place, 302)
}

const findUnderway = async (db: Db, cookies: string | undefined, now: Date): Promise<Underway | undefined> => {
  const secret = secretInCookie(cookies, COOKIE)
  if (!secret) return undefined
  const [row] = await db
    .select()
    .from(singleSignOns)
    .where(eq(singleSignOns.browser_hash, hashOfSecret(secret)))
  return row && row.expires_at > now ? row : undefined
}

/** SameSite is Lax because the browser returns from another site. */
const cookieOf = (secret: string, seconds: number, isSecure: boolean) =>
  `${COOKIE}=${secret}; Path=/api/sign-in; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
