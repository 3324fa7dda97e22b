const becoming = new Set<string>()

/** A photo is being taken in by this page: its smaller copies come. */
export const becomesReady = (photo: string): void => void becoming.add(photo)

/** It has them, or will have none. */
export const isAsReady = (photo: string): void => void becoming.delete(photo)

export const isBecomingReady = (photo: string): boolean => becoming.has(photo)
