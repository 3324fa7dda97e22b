import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'

/** On a white plate on dark backgrounds, because many seals are dark ink on transparent. */
const Picture = chakra('img', {
  base: {
    flex: 'none',
    objectFit: 'contain',
    borderRadius: '6px',
    '.dark &, .plate &': { background: 'white', padding: '2px' },
  },
  variants: {
    size: {
      sm: { width: '36px', height: '36px' },
      md: { width: '48px', height: '48px' },
      lg: { width: '60px', height: '60px' },
    },
  },
})

/**
 * The town's seal beside its name, which says the same in words; nothing if there is none or it could not be loaded.
 */
export function TownSeal({ src, size }: { src: string | null | undefined; size: 'sm' | 'md' | 'lg' }) {
  const [failed, setFailed] = useState<string>()
  if (!src || src === failed) return null
  return <Picture src={src} alt="" size={size} onError={() => setFailed(src)} />
}
