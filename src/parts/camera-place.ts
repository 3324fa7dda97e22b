import { useCallback, useEffect, useRef } from 'react'
import { isNewPosition, positionKeptMs } from './use-position.ts'

/** The first picture is often taken before the receiver has found a new position (ms). */
const first: PositionOptions = { enableHighAccuracy: true, maximumAge: 10_000 }
const newest: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 15_000 }

/**
 * The position of this moment, if it is permitted without a question: a question would delay the picture. One that is
 * not of this moment may be that of another house, so it is not given.
 */
export function useCameraPlace(): () => GeolocationCoordinates | undefined {
  const last = useRef<GeolocationPosition>(undefined)
  useEffect(() => {
    let isOver = false
    let end = () => {}
    const keep = (found: GeolocationPosition) => {
      last.current = found
    }
    // Without a position the picture has no place. Indoors a receiver fails for moments, so the last one may still hold.
    const lost = ({ code }: GeolocationPositionError) => {
      if (code === GeolocationPositionError.PERMISSION_DENIED) last.current = undefined
    }
    const begin = async () => {
      const asked = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
      if (isOver || asked?.state !== 'granted') return
      const watch = navigator.geolocation.watchPosition(keep, lost, first)
      const look = () => navigator.geolocation.getCurrentPosition(keep, lost, newest)
      // A phone that is held still may report nothing by itself.
      const again = setInterval(() => document.visibilityState === 'visible' && look(), positionKeptMs / 2)
      // A hidden page gets no positions. The person may go on to another house.
      const follow = () => {
        if (document.visibilityState === 'hidden') last.current = undefined
        else look()
      }
      document.addEventListener('visibilitychange', follow)
      end = () => {
        navigator.geolocation.clearWatch(watch)
        clearInterval(again)
        document.removeEventListener('visibilitychange', follow)
      }
    }
    void begin()
    return () => {
      isOver = true
      end()
    }
  }, [])
  return useCallback(() => {
    const found = last.current
    return found && isNewPosition(found.timestamp) ? found.coords : undefined
  }, [])
}
