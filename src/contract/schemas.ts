import type * as z from 'zod/mini'
import type { CallName } from './call-name.ts'
import { calls } from './calls.ts'
import type { Endpoint } from './endpoint.ts'

const known = new Map(calls.map((it) => [it.id, it]))

/** The schemas of a call that is known by its name. */
export function schemasOf<Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  call: CallName<string, Body, Reply>,
): Pick<Endpoint<string, Body, Reply>, 'body' | 'reply'> {
  const found = 'reply' in call ? call : known.get(call.id)
  if (!found) throw new Error(`There is no call ${call.id}`)
  // The name of a call carries the types of its own schemas.
  return found as Endpoint<string, Body, Reply>
}
