import sharp from 'sharp'
import type { Samples } from './hostile-body.ts'

/** Valid pictures, truncated and altered ones, and files with only the beginning of a format. */
export const makeSamples = async (): Promise<Samples> => {
  const picture = sharp({ create: { width: 24, height: 16, channels: 3, background: '#803020' } })
  const [jpeg, png, webp, gif] = await Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().gif().toBuffer(),
  ])
  const middle = Math.floor(jpeg.length / 2)
  const turned = Buffer.from(png)
  // The width in the header of a PNG: two thousand million pixels in a row.
  turned.writeUInt32BE(0x7fffffff, 16)
  const text = (words: string) => Buffer.from(words)
  return {
    files: [
      ...[
        jpeg,
        png,
        webp,
        gif,
        Buffer.alloc(0),
        Buffer.alloc(1),
        jpeg.subarray(0, middle),
        png.subarray(0, 30),
        turned,
      ],
      Buffer.concat([jpeg, text('<script>alert(1)</script>')]),
      Buffer.concat([jpeg.subarray(0, middle), Buffer.alloc(300, 0xff), jpeg.subarray(middle)]),
      ...[
        text('%PDF-1.7\n'),
        text('%PDF-1.4\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF'),
        text('GIF89a'),
        text('RIFF\u0000\u0000\u0000\u0000WEBP'),
      ],
      ...[
        text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        text('<html>'),
        text('MZ'),
        text('\u0000\u0000\u0000\u0018ftypheic'),
      ],
      Buffer.alloc(70_000, 0x41),
    ],
  }
}
