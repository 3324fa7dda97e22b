import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { useDirtyMark } from '../../ui/use-dirty.ts'

/** Asks whether the first passwords of new users may be lost; true if they may. */
export const mayLosePasswords = (): Promise<boolean> =>
  confirm({
    title: 'Leave without the passwords?',
    text: 'The first passwords are shown on this page only. Once it is left, nobody can see them again, and each new user needs a new password.',
    yes: 'Leave',
    no: 'Stay',
    isDanger: true,
  })

/** Asks before the page is left by a link, Back or a reload while first passwords are only on it. */
export function useAskBeforeLeaving(hasPasswords: boolean): void {
  const { history } = useRouter()
  // An update of the app must not take the page away either.
  useDirtyMark(hasPasswords, 'shownOnce')
  useEffect(
    () => (hasPasswords ? history.block({ blockerFn: async () => !(await mayLosePasswords()) }) : undefined),
    [history, hasPasswords],
  )
}
