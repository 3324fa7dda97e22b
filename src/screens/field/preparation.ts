import { hasNoRoom } from '../../sync/capture/make-room.ts'
import { keepPreviewCode } from '../../sync/device/kept-preview.ts'
import { type FieldProgress, prepareField } from '../../sync/online/field.ts'
import type { Engine } from '../../sync/session/presence.ts'
import { CallError, type Problem } from '../../sync/transport/problem.ts'
import { sharedValue } from '../../ui/shared-value.ts'

/** The preparation of this page; it continues while the user opens other screens. */
export interface Preparation {
  /** Whose it is: the next person of this page sees nothing of it. The engine is replaced when the town changes. */
  device: Engine['device'] | null
  progress: FieldProgress | null
  /** Why not even the list of work could be fetched. */
  problem: Problem | null
  /** Whether something found no room on the device. */
  isFull: boolean
  /** How many preparations have ended, so that the used storage is measured again. */
  ended: number
}

const none: Preparation = { device: null, progress: null, problem: null, isFull: false, ended: 0 }
const state = sharedValue(none)

/** The preparation of this person. */
export function usePreparation({ device }: Engine): Preparation {
  const last = state.useValue()
  return last.device === device ? last : none
}

/** Prepares this device, unless it is already doing so. */
export async function prepare(engine: Engine): Promise<void> {
  const { device, book, town } = engine
  const last = state.get()
  if (last.device === device && last.progress) return
  if (last.device !== device) state.set({ ...none, device })
  // What is told late, after a sign-out, is not about the next person.
  const become = (next: Partial<Preparation>) => {
    if (state.get().device === device) state.set({ ...state.get(), ...next })
  }
  become({ progress: { ready: 0, of: 0, now: 'Your inspections' }, problem: null, isFull: false })
  try {
    // Pictures without browser support, perhaps from a colleague's phone, must be visible without signal too.
    keepPreviewCode()
    await prepareField(device, book, (progress) => become({ progress }), town.timeZone)
  } catch (error) {
    if (error instanceof CallError) become({ problem: error.problem })
    else if (await hasNoRoom(device.db, error)) become({ isFull: true })
    else throw error
  } finally {
    become({ progress: null, ended: state.get().ended + 1 })
  }
}
