import type { Device } from './device.ts'

/** The time by the server's clock (ms), as far as this device knows it (G-16). */
export const serverNow = async ({ db, now }: Pick<Device, 'db' | 'now'>): Promise<number> =>
  now() + (await db.fact('clockOffsetMs', 0))
