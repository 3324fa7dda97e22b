/** The address of a file of the build. */
declare module '*.woff?url' {
  const address: string
  export default address
}
