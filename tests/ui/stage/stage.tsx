import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ConfirmHost } from '../../../src/ui/confirm.tsx'
import { ToastHost } from '../../../src/ui/toast.tsx'
import { LiveRead, startLiveRead } from './live-read.tsx'
import { Pieces } from './pieces.tsx'

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>) => search,
  component: () => (
    <main style={{ padding: 'var(--gutter)' }}>
      <h1>Stage</h1>
      {new URLSearchParams(location.search).has('live') ? <LiveRead /> : <Pieces />}
      <ToastHost />
      <ConfirmHost />
    </main>
  ),
})
const router = createRouter({
  routeTree: root,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>) => {
    const words = Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return words.length > 0 ? `?${new URLSearchParams(words)}` : ''
  },
})

const place = document.getElementById('root')
if (new URLSearchParams(location.search).has('live')) await startLiveRead()
if (place) {
  // The stage has a router of its own; the app's is the registered one.
  createRoot(place).render(<RouterProvider router={router as never} />)
}
