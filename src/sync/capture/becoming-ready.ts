const becoming = new Set<string>()

/** This page is making the smaller copies of a photo. */
export const becomesReady = (photo: string): void => void becoming.add(photo)

/** They are made, or cannot be made. */
export const isAsReady = (photo: string): void => void becoming.delete(photo)

export const isBecomingReady = (photo: string): boolean => becoming.has(photo)
