import type { Device } from '../device/device.ts'
import { recordAnswer } from '../transport/connection.ts'
import { type Outcome, read } from '../transport/send.ts'

/** Asks the server who is signed in. Every server answers this, so the answer tells whether it can be reached now. */
export async function askUser(device: Device): Promise<Outcome> {
  const outcome = await read(device, '/user')
  await recordAnswer(device, outcome)
  return outcome
}
