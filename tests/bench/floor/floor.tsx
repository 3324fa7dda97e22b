import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * React and a router with plain elements, and the same rows read from the device: our start-up is compared with it.
 */
interface Row {
  id: number
  source: string
  combadd: string
}

const shown = 10

function Rows() {
  const [rows, setRows] = useState<Row[]>()
  useEffect(() => {
    void storedRows().then(setRows, reportError)
  }, [])
  return (
    <main>
      <h1>Hello</h1>
      <table>
        <tbody>
          {rows?.slice(0, shown).map((it) => (
            <tr key={it.id} data-row={it.id}>
              <td>
                <a href={`/inspection/${it.id}`}>{it.source}</a>
              </td>
              <td>{it.combadd}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  )
}

/** All rows of the device; the first visit makes them. */
async function storedRows(): Promise<Row[]> {
  const opening = indexedDB.open('floor', 1)
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('rows', { keyPath: 'id' })
    for (let id = 1; id <= 500; id++) store.put({ id, source: 'Multifamily License', combadd: `${id} ELM STREET` })
  }
  const db = await done(opening)
  return done(db.transaction('rows').objectStore('rows').getAll())
}

const done = <Result,>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const root = createRootRoute()
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Rows })])
const router = createRouter({ routeTree })
const place = document.getElementById('root')
if (place) createRoot(place).render(<RouterProvider router={router as never} />)
void navigator.serviceWorker.register('/sw.js')
