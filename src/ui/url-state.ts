import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * A piece of state that lives in the address bar (a filter, a sort, a page), so that Back, reload and a shared link
 * keep it. The usual value is left out of the address. Always text, as addresses are.
 */
export const useUrlState = (name: string, usual = ''): [string, (value: string) => void] => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const raw = search[name]
  const set = useCallback(
    (value: string) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, [name]: value === usual ? undefined : value }),
        replace: true,
        resetScroll: false,
      }),
    [navigate, name, usual],
  )
  return [typeof raw === 'string' ? raw : usual, set]
}
