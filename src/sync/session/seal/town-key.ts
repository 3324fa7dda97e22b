import * as z from 'zod/mini'
import { sync, SealKey as TownSealKey } from '../../../contract/sync.ts'
import { type Device, isOurs, newKey } from '../../device/device.ts'
import { type Outcome, read, send } from '../../transport/send.ts'
import { learnKind } from '../../transport/server-kind.ts'
import type { SealedCopy } from './pieces.ts'
import { fromBase64, keyFrom, type TownKey, toBase64 } from './seal-key.ts'

/** The town's key; `none` if the server does not seal (a documented one, or a front), null if it did not answer. */
export async function askTownKey(device: Device): Promise<TownKey | 'none' | null> {
  const outcome = await read(device, sync.sealKey.path)
  if (outcome.kind !== 'reply') return null
  const key = z.safeParse(TownSealKey, outcome.body)
  if (outcome.status === 200 && key.success) return key.data
  return (await hasNoSuchCall(device, outcome)) ? 'none' : null
}

/** The key of a sealed copy, unwrapped by the town for the signed-in person. */
export async function keyByTown(device: Device, { wraps }: SealedCopy): Promise<CryptoKey | 'noAnswer' | 'refused'> {
  const text = JSON.stringify({ keyId: wraps.town.keyId, wrapped: toBase64(wraps.town.wrapped) })
  const outcome = await send(device, { method: 'POST', url: sync.unseal.path, encoding: 'json', text }, newKey())
  if (outcome.kind !== 'reply') return 'noAnswer'
  const opened = z.safeParse(sync.unseal.reply, outcome.body)
  if (outcome.status === 200 && opened.success) return keyFrom(fromBase64(opened.data.key))
  // Our server echoes the key on a refusal too; a network or a proxy does not.
  const isOurRefusal = outcome.keyed && outcome.status !== 401
  return isOurRefusal || (await hasNoSuchCall(device, outcome)) ? 'refused' : 'noAnswer'
}

/** Whether the server has only the documented calls. Our own has this one, so a proxy has refused it there. */
const hasNoSuchCall = async (device: Device, { status }: Extract<Outcome, { kind: 'reply' }>): Promise<boolean> =>
  (status === 404 || status === 405) && (await learnKind(device)) === null && !isOurs(device)
