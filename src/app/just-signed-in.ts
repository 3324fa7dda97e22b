import { createContext, type RefObject } from 'react'

/** True from a sign-in until the first page is shown, so that the focus then goes to its content. */
export const JustSignedIn = createContext<RefObject<boolean>>({ current: false })
