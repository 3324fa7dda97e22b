/** The version of this build, as in package.json. Shown in diagnostics and on the page of this device. */
export const appVersion = '0.1.0'
