/** The version of this build, as package.json names it: told in diagnostics and shown on the page of this device. */
export const appVersion = '0.1.0'
