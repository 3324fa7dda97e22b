import { hasNoRoom } from '../../sync/capture/make-room.ts'
import { keepPreviewCode } from '../../sync/device/kept-preview.ts'
import { type FieldProgress, prepareField } from '../../sync/online/field.ts'
import type { Engine } from '../../sync/session/presence.ts'
import { CallError, type Problem } from '../../sync/transport/problem.ts'
import { sharedValue } from '../../ui/shared-value.ts'

/** The preparation of this page; it continues while the user opens other screens. */
export interface Preparation {
  progress: FieldProgress | null
  /** Why not even the list of work could be fetched. */
  problem: Problem | null
  /** Whether something found no room on the device. */
  isFull: boolean
  /** How many preparations have ended, so that the used storage is measured again. */
  ended: number
}

const state = sharedValue<Preparation>({ progress: null, problem: null, isFull: false, ended: 0 })

const become = (next: Partial<Preparation>) => state.set({ ...state.get(), ...next })

export const usePreparation = state.useValue

/** Prepares this device, unless it is already doing so. */
export async function prepare({ device, book }: Engine): Promise<void> {
  if (state.get().progress) return
  become({ progress: { ready: 0, of: 0, now: 'Your inspections' }, problem: null, isFull: false })
  try {
    // Pictures without browser support, perhaps from a colleague's phone, must be visible without signal too.
    keepPreviewCode()
    await prepareField(device, book, (progress) => become({ progress }))
  } catch (error) {
    if (error instanceof CallError) become({ problem: error.problem })
    else if (await hasNoRoom(device.db, error)) become({ isFull: true })
    else throw error
  } finally {
    become({ progress: null, ended: state.get().ended + 1 })
  }
}
