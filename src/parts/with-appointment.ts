import type { Command } from '../records/command.ts'
import { scheduleInspection } from '../records/inspection.ts'
import type { Extra } from '../sync/capture/perform.ts'

/**
 * The appointment of a new inspection, stored together with it: a call of its own, because a documented server ignores
 * the appointment of a new inspection. '' is none.
 */
export const withAppointment = (at: string): Extra =>
  at === ''
    ? {}
    : {
        also: (inspectionId) => ({
          // The engine handles all commands alike; their types are known only at run time.
          command: scheduleInspection as unknown as Command,
          params: { inspectionId },
          body: { scheduled_datetime: at },
        }),
      }
