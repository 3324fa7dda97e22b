import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { type ManifestOptions, type ResolvedVitePWAOptions, VitePWA } from 'vite-plugin-pwa'
import { callNames, wholeCalls } from './src/call-names/plugin.ts'
import { policyOfPage } from './src/server/page-policy.ts'
import { billOfMaterials } from './src/server/supply/bill-of-materials.ts'
import { softwareList } from './src/server/supply/software-list.ts'
import { styles } from './src/styles/plugin.ts'

const office = process.env.CODESOFT_SERVER ?? 'http://127.0.0.1:4300'

const fieldScreens = ['inspection', 'conduct', 'area', 'review'].map(
  (it) => `/src/screens/inspections/${it}-screen.tsx`,
)

/**
 * Hints without a fault behind them would hide a real warning among them: how long plugins took, and that a module in a
 * file of its own is also imported at once by a later one. The budgets of the browser tests tell if the start grows.
 */
const checks = { bundlerTimings: false, ineffectiveDynamicImport: false }

export default defineConfig({
  plugins: [
    react(),
    styles(),
    callNames(),
    scriptsInPage(),
    signInInPage(),
    startInPage(),
    policyInPage(),
    compiledAhead(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'service-worker.ts',
      injectManifest: {
        buildPlugins: { vite: [quietWorkerBuild()] },
        // What the app itself shows; the pictures that only installing asks for are fetched then.
        globPatterns: [
          // The web app manifest is added by itself.
          '**/*.{js,css,html,wasm,woff,woff2}',
          'favicon.svg',
          'icons/mark.svg',
          'icons/icon-192.png',
        ],
        // 64 bits tell two versions of a file apart; hashes do not get smaller by compression.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((it) => ({ ...it, revision: it.revision?.slice(0, 16) ?? null })),
            warnings: [],
          }),
        ],
      },
      includeManifestIcons: false,
      integration: { beforeBuildServiceWorker: serveAsSw },
      registerType: 'prompt',
      injectRegister: false,
      manifest: manifest(),
    }),
    softwareLists(),
    precompressed(),
  ],
  // React itself has what this fills in for older versions of it.
  // And Dexie comes in a form for browsers of today, which is smaller.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  // One file each: a service worker may import nothing once it runs.
  worker: {
    format: 'es',
    plugins: () => [zipInPlace(), wholeCalls()],
    rolldownOptions: { output: { codeSplitting: false }, checks },
  },
  build: {
    // The stated minimum (README); src/app/first-check.js turns older ones away in words.
    target: ['chrome111', 'edge111', 'firefox115', 'ios16.4', 'safari16.4'],
    sourcemap: false,
    // Every browser that runs this knows module preloading; the polyfill would be one more script.
    modulePreload: { polyfill: false },
    // An inlined worker or picture would be a data: URL, which the policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks,
      onwarn: (log, warn) => {
        // What unpacks HEIC looks for modules of Node and does without them.
        if (!(log.plugin === 'rolldown:vite-resolve' && log.message.includes('/libheif-wasm/'))) warn(log)
      },
      output: {
        codeSplitting: {
          groups: [
            // What imports on demand: the first module needs nothing else.
            { name: 'loader', test: /vite[\\/]preload-helper/, priority: 1 },
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|dexie)[\\/]/ },
            // What the first frame of any screen needs, in one file (each file more is one more answer of the service
            // worker to wait for), and nothing else: what is shared by what comes later lies in files of its own.
            neededBy('first', ['/src/app/start.tsx']),
            { ...neededBy('lists', ['/src/screens/dashboard/dashboard-screen.tsx']), minShareCount: 2 },
            // What is fetched right after it; what an inspection in the field needs; what the other screens share.
            neededBy('after', ['/src/app/after-start.ts']),
            { ...neededBy('field', fieldScreens), minShareCount: 2 },
            // But for the plots and their libraries: two screens need them, and nobody before they are shown.
            { name: 'shared', test: /[\\/]src[\\/](?!\w+[\\/](plots|statistics))/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': office, '/files': office } },
})

/** The files that a start runs. */
const ofStart = ['vendor', 'first', 'start', 'lists', 'dashboard-screen', 'after-start', 'after', 'field', 'shared']

/**
 * Lets V8 compile all functions of the files that a start runs while they arrive, on another thread. Otherwise it
 * compiles each one when it is first called, which is a tenth of the time until Today is live. The mark counts for what
 * comes after it, so it is the first line.
 */
function compiledAhead(): Plugin {
  return {
    name: 'codesoft-compiled-ahead',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && ofStart.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/**
 * Names the file for all that these modules import, by themselves or through others, and not only on demand. They stay
 * files of their own, by which they are found (startInPage).
 */
function neededBy(file: string, entries: readonly string[]) {
  let needed: Set<string> | undefined
  const name: Rolldown.CodeSplittingNameFunction = (id, build) => {
    needed ??= importedBy(
      entries.map((it) => resolve(`.${it}`)),
      build,
    )
    return needed.has(id) ? file : null
  }
  return { name, debugName: file }
}

function importedBy(entries: readonly string[], build: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>(entries)
  for (const id of found) for (const imported of build.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  for (const entry of entries) found.delete(entry)
  return found
}

const zipModule = '\0zip-in-place'

/**
 * What writes spreadsheets packs them in workers made of text, which the policy of the app refuses. It runs in a worker
 * as it is, so it packs them right there.
 */
function zipInPlace(): Plugin {
  return {
    name: 'zip-in-place',
    enforce: 'pre',
    resolveId: (name, importer) => (name === 'fflate' && importer?.endsWith('/zipToArrayBuffer.js') ? zipModule : null),
    load: (id) =>
      id === zipModule
        ? `import { zipSync } from 'fflate'
           export const zip = (files, done) => {
             let archive
             try { archive = zipSync(files) } catch (error) { return done(error, null) }
             done(null, archive)
           }`
        : null,
  }
}

/** The source is named for what it is; the address is /sw.js for ever, as a worker that moves can never be updated. */
function serveAsSw(options: ResolvedVitePWAOptions): void {
  const swDest = join(dirname(options.swDest), 'sw.js')
  options.swDest = swDest
  options.injectManifest.swDest = swDest
}

/** The service worker has a build of its own: here the option's name of today, and silence without a warning. */
function quietWorkerBuild(): Plugin {
  return {
    name: 'codesoft-quiet-worker-build',
    config(config) {
      const output = config.build?.rollupOptions?.output
      if (output && 'inlineDynamicImports' in output) {
        delete output.inlineDynamicImports
        Object.assign(output, { codeSplitting: false })
      }
      return { logLevel: 'warn' }
    },
  }
}

function manifest(): Partial<ManifestOptions> {
  return {
    id: '/',
    name: 'CodeSoft',
    short_name: 'CodeSoft',
    description: 'Code enforcement for a town: inspections with or without signal.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    theme_color: '#0a4d68',
    background_color: '#ffffff',
    categories: ['productivity', 'government', 'utilities'],
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    icons: [
      { src: '/icons/mark.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
      { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
      { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
      { src: '/icons/maskable-192.png', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
    screenshots: [
      {
        src: '/screenshots/phone.png',
        sizes: '780x1688',
        type: 'image/png',
        form_factor: 'narrow' as const,
        label: 'The inspector’s day',
      },
      {
        src: '/screenshots/desk.png',
        sizes: '1440x900',
        type: 'image/png',
        form_factor: 'wide' as const,
        label: 'What waits at the office',
      },
    ].filter(({ src }) => existsSync(join('public', src))),
    // Pictures from other apps; the service worker takes them (src/worker/received-share.ts).
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['image/*', 'application/pdf'] }] },
    },
    shortcuts: [
      { name: 'My inspections', url: '/', icons: [shortcutIcon('inspections')] },
      { name: 'New complaint', url: '/?new=complaint', icons: [shortcutIcon('complaint')] },
      { name: 'Unsent work', url: '/unsent', icons: [shortcutIcon('unsent')] },
    ],
  }
}

function shortcutIcon(name: string) {
  return { src: `/icons/shortcut-${name}.png`, type: 'image/png', sizes: '96x96' }
}

/** Puts the scripts that run before the app into the page, without their comments: no file of the app is there yet. */
function scriptsInPage(): Plugin {
  return {
    name: 'codesoft-scripts-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        let page = html
        for (const path of ['src/app/first-check.js', 'src/app/first-frame.js']) {
          const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim())
          const code = lines.filter((line) => line !== '' && !/^(\/\/|\/\*\*|\*(\s|\/|$))/.test(line)).join('\n')
          page = page.replace(`<script src="/${path}"></script>`, () => `<script>${code}</script>`)
        }
        return page
      },
    },
  }
}

/** Puts the sign-in screen into the page, for who is not signed in: it stands there before the app has arrived. */
function signInInPage(): Plugin {
  return {
    name: 'codesoft-sign-in-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const { module } = await runnerImport<typeof import('./src/app/first-sign-in.tsx')>(
          './src/app/first-sign-in.tsx',
          { configFile: false, logLevel: 'error', plugins: [react(), styles()] },
        )
        return html.replace('<template id="first-sign-in">', (tag) => tag + module.signInMarkup())
      },
    },
  }
}

/**
 * Names in the page what starts the app. The page fetches it at once on a first visit (first-frame.js); where it is
 * installed, reading these files would only hold up the first frame.
 */
function startInPage(): Plugin {
  return {
    name: 'codesoft-start-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
        const start = chunks.find((it) => it.facadeModuleId?.endsWith('/src/app/start.tsx'))
        if (!start) throw new Error('The build has no chunk for src/app/start.tsx')
        return [start.fileName, ...start.imports].map((name) => ({
          tag: 'link',
          attrs: { 'data-start': true, crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/** Writes the server's security policy into the built page too, so that it holds behind any server and without signal. */
function policyInPage(): Plugin {
  return {
    name: 'codesoft-policy-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOfPage('meta', html) },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

/** Writes what software of others is inside: /software.json for the About page, /sbom.json (CycloneDX) for an IT department. */
function softwareLists(): Plugin {
  return {
    name: 'codesoft-software-lists',
    apply: 'build',
    generateBundle() {
      const files = { 'software.json': softwareList('.'), 'sbom.json': billOfMaterials('.') }
      for (const [fileName, content] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content) })
    },
  }
}

/** Lays a .br and a .gz beside every built text file that is worth it, for the server to hand out as they are. */
function precompressed(): Plugin {
  let outDir = 'dist'
  return {
    name: 'codesoft-precompressed',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    // After the service worker is written, which happens when the bundle closes.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = await readdir(outDir, { recursive: true })
        await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compress(join(outDir, name))))
      },
    },
  }
}

const compressible = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/
/** Below this, headers weigh more than what is saved. */
const leastBytes = 1024

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < leastBytes) return
  const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, brotliOptions),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
