// The remembered look, before the first paint (src/app/look.ts does the rest). A file of its own: inline scripts are forbidden.
{
  let look = null
  try {
    look = localStorage.getItem('codesoft-look')
  } catch {
    // Storage is forbidden: the look follows the device.
  }
  const usual = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.className = look && look !== 'auto' ? look : usual
}
