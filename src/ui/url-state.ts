import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Changes pieces of state in the URL, all at once; undefined removes one. Resolves when the page shows it. */
export function useUrlChange(): (changes: Record<string, string | undefined>) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    (changes) =>
      navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

/**
 * A piece of state in the URL (a filter, a sort, a page), so that Back, reload and a shared link keep it. The default
 * value is left out. Always text, like URLs.
 */
export const useUrlState = (name: string, usual = ''): [string, (value: string) => void] => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useUrlChange()
  const raw = search[name]
  const set = useCallback(
    (value: string) => void change({ [name]: value === usual ? undefined : value }),
    [change, name, usual],
  )
  return [typeof raw === 'string' ? raw : usual, set]
}
