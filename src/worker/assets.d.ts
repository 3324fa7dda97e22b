/** The URL of a file of the build. */
declare module '*.woff?url' {
  const address: string
  export default address
}

declare module '*.wasm?url' {
  const address: string
  export default address
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}

/** The part of libheif's interface that we use; the package has no types for it. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  export interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Calls back with null if the picture cannot be decoded. */
    display(into: ImageData, done: (drawn: ImageData | null) => void): void
    free(): void
  }
  export interface HeifDecoder {
    /** Empty if the file is broken. */
    decode(bytes: ArrayBuffer): HeifImage[]
  }
  const start: (options: { wasmBinary: ArrayBuffer }) => { HeifDecoder: new () => HeifDecoder }
  export default start
}
