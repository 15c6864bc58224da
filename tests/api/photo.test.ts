import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { LIMITS } from '@coffer/service/kernel'
import sharp from 'sharp'
import { type Photo, readPhoto } from '../../service/src/kyc/photo.ts'
import { barePng, readJpegScans } from '../../service/src/media/image-file.ts'
import { seededBytes, TEST_SEED } from '../support/seeds.ts'

const faultOf = async (bytes: Buffer) => {
  const photo = await readPhoto(bytes)
  return photo.kind === 'fault' ? photo.fault : 'none'
}
const read = async (bytes: Buffer): Promise<Extract<Photo, { kind: 'photo' }>> => {
  const photo = await readPhoto(bytes)
  assert.ok(photo.kind === 'photo', JSON.stringify(photo))
  return photo
}

type Colour = { r: number; g: number; b: number }
const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }
const plain = (width: number, height: number, background: Colour = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

/** 800 × 400, the left half red, the right half blue. */
const halves = async () =>
  plain(800, 400).composite([{ input: await plain(400, 400, BLUE).png().toBuffer(), left: 400, top: 0 }])

async function colourAt(jpeg: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'white' | 'other'> {
  const [r = 0, g = 0, b = 0] = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  if (r > 230 && g > 230 && b > 230) return 'white'
  if (r > 180 && g < 70 && b < 70) return 'red'
  return b > 180 && r < 70 && g < 70 ? 'blue' : 'other'
}

const PNG_MAGIC = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one bit for each pixel, all black: many pixels, few bytes. */
function blackPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Behind the head of a PNG, what unpacks to 7 MB each time: a text, a translated text, and a profile of colours. */
function withPacked(png: Buffer, times: number): Buffer {
  const packed = deflateSync(Buffer.alloc(7_000_000, 65))
  const [text, profile] = ['zTXt', 'iCCP'].map((type) => chunk(type, Buffer.concat([Buffer.from('a\0\0'), packed])))
  const translated = chunk('iTXt', Buffer.concat([Buffer.from('a\0\u0001\0\0\0'), packed]))
  const all = Array.from({ length: times }, () => [text!, translated, profile!]).flat()
  return Buffer.concat([png.subarray(0, 33), ...all, png.subarray(33)])
}

/** A progressive JPEG with more scans than it has, of a few bytes each, that change nothing in the picture. */
function withScans(jpeg: Buffer, count: number): Buffer {
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]))
  const table = Buffer.from([0xff, 0xc4, 0, 20, 0x11, 1, ...Array(15).fill(0), 0xe0])
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 1, 1, 63, 0, 0, 1])
  return Buffer.concat([jpeg.subarray(0, end), table, ...Array(count).fill(scan), jpeg.subarray(end)])
}

suite('photos of papers and people', () => {
  test('a JPEG, a PNG and a WebP come out as an upright JPEG in sRGB, at most 2400 pixels wide and high', async () => {
    assert.deepEqual([LIMITS.kycImageWidthPixels, LIMITS.kycImageHeightPixels], [2_400, 2_400])
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const photo = await read(await plain(3_000, 1_000).toFormat(format).toBuffer())
      assert.deepEqual([photo.width, photo.height], [2_400, 800], format)
      const { width, height, space, channels } = await sharp(photo.jpeg).metadata()
      assert.deepEqual({ width, height, space, channels }, { width: 2_400, height: 800, space: 'srgb', channels: 3 })
      assert.equal(photo.jpeg.toString('latin1', 0, 3), '\u00ff\u00d8\u00ff')
    }
  })

  test('a photo that is small enough keeps its size', async () => {
    const photo = await read(await plain(640, 480).jpeg().toBuffer())
    assert.deepEqual([photo.width, photo.height], [640, 480])
  })

  test('a photo that was taken with the phone on its side is turned upright', async () => {
    const turned = await (await halves()).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
    const { jpeg, width, height } = await read(turned)
    assert.deepEqual([width, height], [400, 800])
    assert.deepEqual([await colourAt(jpeg, 200, 50), await colourAt(jpeg, 200, 750)], ['red', 'blue'])
    assert.equal((await sharp(jpeg).metadata()).orientation, undefined, 'and nothing turns it once more')
  })

  test('where it was taken, with what, and every comment are gone', async () => {
    const told = await plain(640, 480)
      .jpeg()
      .withExif({
        IFD0: { Make: 'CamMaker', Artist: 'Someone', ImageDescription: 'a description' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>an xmp note</note></x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer()
    const comment = Buffer.from('\u00ff\u00fe\u0000\u0010a comment here', 'latin1')
    const original = Buffer.concat([told.subarray(0, 2), comment, told.subarray(2)])
    const words = ['Exif', 'CamMaker', 'Someone', 'a description', 'xmp', 'a comment', 'ICC_PROFILE']
    for (const word of words) assert.ok(original.includes(word), `the original holds ${word}`)
    const { jpeg } = await read(original)
    for (const word of words) assert.ok(!jpeg.includes(word), word)
    const { exif, xmp, icc, iptc, comments } = await sharp(jpeg).metadata()
    assert.deepEqual({ exif, xmp, icc, iptc, comments }, { ...NOTHING, comments: undefined })
  })

  test('what follows a photo in its file is gone: it is a photo and nothing else', async () => {
    const photo = await plain(640, 480).jpeg().toBuffer()
    for (const tail of ['<html><script>act()</script></html>', 'PK\u0003\u0004 a zip file', '%PDF-1.7 a paper']) {
      const { jpeg } = await read(Buffer.concat([photo, Buffer.from(tail, 'latin1')]))
      assert.ok(!jpeg.includes(Buffer.from(tail.slice(0, 8), 'latin1')), tail)
      assert.equal(jpeg.subarray(-2).toString('hex'), 'ffd9', 'it ends where a JPEG ends')
    }
  })

  test('of an image that moves the first picture is kept, and what is transparent is white', async () => {
    const pages = await Promise.all([RED, BLUE].map((colour) => plain(400, 400, colour).png().toBuffer()))
    const moving = await sharp(pages, { join: { animated: true } })
      .webp()
      .toBuffer()
    assert.equal((await sharp(moving).metadata()).pages, 2)
    const still = await read(moving)
    assert.deepEqual([still.width, still.height, await colourAt(still.jpeg, 200, 200)], [400, 400, 'red'])
    const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: { ...RED, alpha: 0 } } })
    assert.equal(await colourAt((await read(await clear.png().toBuffer())).jpeg, 200, 200), 'white')
  })

  test('an image of more than 50 million pixels is refused before it is unpacked, however small its file is', async () => {
    assert.equal(LIMITS.kycImagePixels, 50_000_000)
    const bomb = blackPng(7_100, 7_100)
    assert.ok(bomb.length < 20_000)
    assert.equal(await faultOf(bomb), 'TOO_MANY_PIXELS')
    assert.equal(await faultOf(blackPng(60_000, 900)), 'TOO_MANY_PIXELS')
    assert.equal(await faultOf(blackPng(1_000, 1_000)), 'none')
  })

  test('a PNG that unpacks to gigabytes beside its picture is read as the picture alone', async () => {
    const bomb = withPacked(await plain(400, 400).png().toBuffer(), 60)
    assert.ok(bomb.length < 2_000_000)
    const before = process.resourceUsage().maxRSS
    assert.equal(await faultOf(bomb), 'none')
    assert.ok(process.resourceUsage().maxRSS - before < 400_000, 'kB at the most, at any time')
  })

  test('of a PNG its picture is left, what its colours mean and which way up it is; a chunk that leads nowhere is refused', (t) => {
    t.diagnostic(`TEST_SEED=${TEST_SEED}`)
    const words = Buffer.from('a\0a text')
    const kept = ['IHDR', 'sRGB', 'gAMA', 'PLTE', 'eXIf', 'IDAT', 'IDAT', 'IEND']
    const rest = ['tEXt', 'zTXt', 'iTXt', 'sPLT', 'tIME', 'acTL', 'fdAT', 'xxXx', 'eXIf', 'sRGB']
    const bytes = seededBytes('chunks')
    const below = (limit: number) => bytes(4).readUInt32BE() % limit
    for (let trial = 0; trial < 300; trial++) {
      const types = [...kept]
      const added = Array.from({ length: below(20) }, () => rest[below(rest.length)]!)
      // Never before the first of its kind, and always before the end.
      for (const type of added) types.splice(5 + below(types.length - 5), 0, type)
      const chunks = types.map((type) => ({ type, bytes: chunk(type, words) }))
      const png = Buffer.concat([PNG_MAGIC, ...chunks.map(({ bytes }) => bytes), words])
      const expected = Buffer.concat([PNG_MAGIC, ...kept.map((type) => chunk(type, words))])
      assert.deepEqual(barePng(png), expected, types.join(' '))
      const end = png.length - words.length
      assert.equal(barePng(png.subarray(0, below(end))), null, types.join(' '))
    }
  })

  test('a JPEG of more than 50 scans is refused before it is unpacked; a preview inside of it has its own', async () => {
    assert.equal(LIMITS.kycImageScansCount, 50)
    const progressive = await plain(400, 400).jpeg({ progressive: true }).toBuffer()
    const { scansCount } = readJpegScans(progressive)
    assert.equal(scansCount, 10)
    const most = withScans(progressive, 50 - scansCount)
    assert.equal(await faultOf(most), 'none')
    assert.equal(await faultOf(withScans(progressive, 51 - scansCount)), 'TOO_MANY_PIXELS')
    assert.equal(await faultOf(withScans(progressive, 5_000)), 'TOO_MANY_PIXELS')
    const preview = Buffer.concat([Buffer.from([0xff, 0xe5, (most.length + 2) >> 8, (most.length + 2) & 255]), most])
    assert.equal(await faultOf(Buffer.concat([most.subarray(0, 2), preview, most.subarray(2)])), 'none')
    assert.equal(await faultOf(Buffer.concat([most, most])), 'none', 'and what follows the photo')
  })

  test('what must be held whole to be read may have 100 MB unpacked; the camera of a phone makes what is read row by row', async () => {
    assert.equal(LIMITS.kycImageHeldBytes, 100 * 1024 * 1024)
    assert.equal(await faultOf(await plain(8_160, 6_120).jpeg().toBuffer()), 'none')
    const heavy = {
      'a progressive JPEG': plain(4_200, 4_200).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
      'an interlaced PNG': plain(3_700, 3_700)
        .ensureAlpha()
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 1 }),
      'a WebP': plain(5_200, 5_200).webp({ lossless: true, effort: 0 }),
    }
    for (const [name, picture] of Object.entries(heavy)) {
      assert.equal(await faultOf(await picture.toBuffer()), 'TOO_MANY_PIXELS', name)
    }
    const held = (options: object) => plain(800, 600).jpeg(options).toBuffer().then(readJpegScans)
    assert.deepEqual(await held({}), { scansCount: 1, heldBytes: 0 })
    const pixels = 800 * 600
    assert.equal((await held({ progressive: true, chromaSubsampling: '4:4:4' })).heldBytes, pixels * 6)
    assert.equal((await held({ progressive: true })).heldBytes, (100 * 75 + 2 * 50 * 38) * 128)
  })

  test('a JPEG whose components come one after another is held whole, too', async () => {
    const head = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 80, 0, 160, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    const scan = (...components: number[]) => [
      ...[0xff, 0xda, 0, 6 + 2 * components.length, components.length],
      ...components.flatMap((id) => [id, 0]),
      ...[0, 63, 0, 0x12, 0xff, 0, 0xff, 0xd0, 0x34, 0xff],
    ]
    const told = (...bytes: number[]) => readJpegScans(Buffer.from([...head, ...bytes, 0xff, 0xd9, 0xff, 0xda, 0, 2]))
    const heldBytes = 160 * 80 * 3 * 2
    assert.deepEqual(told(...scan(1, 2, 3)), { scansCount: 1, heldBytes: 0 })
    assert.deepEqual(told(...scan(1)), { scansCount: 1, heldBytes })
    assert.deepEqual(told(...scan(1), ...scan(2), ...scan(3)), { scansCount: 3, heldBytes })
  })

  test('a file of more than 10 MB is refused without a look at it', async () => {
    assert.equal(LIMITS.kycImageBytes, 10 * 1024 * 1024)
    const photo = await plain(640, 480).jpeg().toBuffer()
    const padded = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
    assert.equal(await faultOf(padded(LIMITS.kycImageBytes)), 'none')
    assert.equal(await faultOf(padded(LIMITS.kycImageBytes + 1)), 'TOO_LARGE')
  })

  test('a photo with a side below 300 pixels, or one that would come out so, is refused', async () => {
    assert.equal(LIMITS.kycImageSidePixels, 300)
    assert.equal(await faultOf(await plain(300, 300).jpeg().toBuffer()), 'none')
    assert.equal(await faultOf(await plain(299, 800).jpeg().toBuffer()), 'TOO_SMALL')
    assert.equal(await faultOf(await plain(4_000, 300).jpeg().toBuffer()), 'TOO_SMALL')
  })

  test('a file that ends in the middle is refused', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await (await halves()).toFormat(format).toBuffer()
      for (const length of [4, 13, Math.floor(whole.length / 2), whole.length - 40]) {
        assert.equal(await faultOf(whole.subarray(0, length)), 'NOT_AN_IMAGE', `${format}, ${length} bytes`)
      }
    }
  })

  test('anything else is refused, whatever it says that it is', async () => {
    const picture = plain(400, 400)
    const others: Record<string, Buffer> = {
      svg: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>',
      ),
      pdf: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
      gif: await picture.clone().gif().toBuffer(),
      tiff: await picture.clone().tiff().toBuffer(),
      avif: await picture.clone().avif({ effort: 0 }).toBuffer(),
      text: Buffer.from('a text about a photo'.repeat(100)),
      nothing: Buffer.alloc(0),
      'a JPEG by its first bytes only': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)]),
      'a GIF behind the first bytes of a PNG': Buffer.concat([
        Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
        await picture.clone().gif().toBuffer(),
      ]),
      'a sound in the wrapping of a WebP': Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ', 'latin1'),
    }
    for (const [name, bytes] of Object.entries(others)) assert.equal(await faultOf(bytes), 'NOT_AN_IMAGE', name)
  })

  test('the decoders of other formats are switched off in the process, for everybody', async () => {
    await read(await plain(400, 400).jpeg().toBuffer())
    const gif = await plain(400, 400).gif().toBuffer()
    await assert.rejects(sharp(gif).metadata())
  })

  test('many photos at once are all read, one after another', async () => {
    assert.equal(LIMITS.kycImagesCount, 1)
    const photo = await plain(640, 480).jpeg().toBuffer()
    const all = await Promise.all(Array.from({ length: 12 }, () => readPhoto(photo)))
    assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(['photo']))
  })

  test('a photo is taken whatever else is read meanwhile', async (t) => {
    // Decoders that are switched off and on again for each photo are off for a moment, which only now and then meets one that is read.
    const switched = t.mock.method(sharp, 'block')
    const bytes = await plain(300, 300).jpeg().toBuffer()
    const reading: Promise<string>[] = []
    for (let n = 0; n < 200; n++) {
      reading.push(faultOf(bytes))
      await setImmediate()
    }
    const faults = new Set(await Promise.all(reading))
    assert.ok(switched.mock.callCount() <= 1, `they were switched ${switched.mock.callCount()} times`)
    assert.deepEqual([...faults], ['none'])
  })
})

const NOTHING = { exif: undefined, xmp: undefined, icc: undefined, iptc: undefined }
