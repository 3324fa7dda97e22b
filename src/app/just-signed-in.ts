import { createContext, type RefObject } from 'react'

/** True from a sign-in until the first page is shown: then the focus goes to its content, not to nowhere. */
export const JustSignedIn = createContext<RefObject<boolean>>({ current: false })
