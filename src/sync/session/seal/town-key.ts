import * as z from 'zod/mini'
import { sync, SealKey as TownSealKey } from '../../../contract/sync.ts'
import { type Device, newKey } from '../../device/device.ts'
import { type Outcome, read, send } from '../../transport/send.ts'
import type { SealedCopy } from './pieces.ts'
import { fromBase64, keyFrom, type TownKey, toBase64 } from './seal-key.ts'

/** The town's key; `none` if the server does not seal (a documented one, or a front), null if it did not answer. */
export async function askTownKey(device: Device): Promise<TownKey | 'none' | null> {
  const outcome = await read(device, sync.sealKey.path)
  if (!isAnswer(outcome)) return null
  const key = z.safeParse(TownSealKey, outcome.body)
  return outcome.status === 200 && key.success ? key.data : 'none'
}

/** The key of a sealed copy, unwrapped by the town for the signed-in person. */
export async function keyByTown(device: Device, { wraps }: SealedCopy): Promise<CryptoKey | 'noAnswer' | 'refused'> {
  const text = JSON.stringify({ keyId: wraps.town.keyId, wrapped: toBase64(wraps.town.wrapped) })
  const outcome = await send(device, { method: 'POST', url: sync.unseal.path, encoding: 'json', text }, newKey())
  if (!isAnswer(outcome)) return 'noAnswer'
  const opened = z.safeParse(sync.unseal.reply, outcome.body)
  return outcome.status === 200 && opened.success ? await keyFrom(fromBase64(opened.data.key)) : 'refused'
}

/** Whether the server itself answered the question. If not, it can be asked again later. */
const isAnswer = (outcome: Outcome): outcome is Extract<Outcome, { kind: 'reply' }> =>
  outcome.kind === 'reply' && outcome.status < 500 && ![401, 408, 429].includes(outcome.status)
