/** Whether this browser supports passkeys here. They need a host name; an IP address is not enough. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !/^\d+(\.\d+){3}$|^\[/.test(location.hostname)
