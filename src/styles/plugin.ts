import { readFile } from 'node:fs/promises'
import type { Plugin, ViteDevServer } from 'vite'
import { type Looks, pathOf, readLooks, rewritten } from './program.ts'

/** The link to the base styles of every page; all other rules come after it. */
const groundLink = /<link rel="stylesheet" href="[^"]*\/ui\/base\.css" \/>/
const ground = new URL('../ui/base.css', import.meta.url)

/** The URL of all rules during development. */
const SHEET = '/looks.css'

/** The libraries that make styles and must not reach a phone. */
const engine = /node_modules[\\/](@chakra-ui|@emotion|stylis)[\\/]/

/**
 * Makes the styles of the app at build time. Chakra's system turns every `chakra(tag, recipe)` of the sources into
 * rules of one sheet and a class name, and the app only joins class names. The sheet is inside the page, so the first
 * paint waits for no file, and what is painted before the app runs is already styled.
 */
export function styles(): Plugin {
  let made: ReturnType<typeof readLooks> | undefined
  const now = () => {
    made ??= readLooks()
    return made
  }
  return {
    name: 'codesoft-styles',
    enforce: 'pre',
    buildStart: () => {
      made = undefined
    },
    transform: async (code, id) => {
      const path = pathOf(id)
      return path === undefined ? null : { code: rewritten(path, code, await now()), map: null }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { server }) => {
        if (!groundLink.test(html)) throw new Error('the page has no link to ui/base.css, where all styles go')
        if (server) return html.replace(groundLink, (link) => `${link}<link rel="stylesheet" href="${SHEET}" />`)
        const sheet = (await readFile(ground, 'utf8')) + sheetOf(await now())
        return html.replace(groundLink, () => `<style>${sheet}</style>`)
      },
    },
    configureServer: (server) => {
      server.middlewares.use(SHEET, (_ask, answer, next) => {
        const send = async () => {
          answer.setHeader('Content-Type', 'text/css')
          answer.end(sheetOf(await now()))
        }
        send().catch(next)
      })
    },
    handleHotUpdate: async ({ file, server }) => {
      const path = pathOf(file)
      if (!path || !made) return
      // A recipe that could not be read before must not fail again after it was fixed.
      const before = await made.then(sheetOf, () => '')
      made = undefined
      if (sheetOf(await now()) !== before) sendSheet(server)
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const modules = chunk.type === 'chunk' ? chunk.moduleIds : []
        const found = modules.find((id) => engine.test(id))
        if (found) this.error(`${chunk.fileName} holds ${found}: styles are made when the app is built, not on a phone`)
      }
    },
  }
}

const sheetOf = (looks: Looks) => [...looks.values()].map(({ css }) => css).join('\n')

/** Makes an open page in development reload the sheet. */
const sendSheet = (server: ViteDevServer) =>
  server.ws.send({
    type: 'update',
    updates: [{ type: 'css-update', path: SHEET, acceptedPath: SHEET, timestamp: Date.now() }],
  })
