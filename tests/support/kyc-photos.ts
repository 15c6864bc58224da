import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { assertAccessible } from './accessible.ts'
import { browserOf } from './kyc-wizard.ts'
import type { World } from './world.ts'

/** A picture of a single dot. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What a browser returns for reads of a canvas, as a protection against fingerprinting. */
type Spoiling = 'noise' | 'white' | 'flipped bits' | 'noise when large' | 'nothing comes' | 'throws'
type Canvas = { toBlob?: Spoiling; getImageData?: Spoiling }

const NOISE: Canvas = { toBlob: 'noise', getImageData: 'noise' }

/** Browsers by how they spoil what is read of a canvas, and in which form a photo leaves them. */
const BROWSERS: [string, Canvas, 'image/jpeg' | 'image/png'][] = [
  ['a plain one', {}, 'image/jpeg'],
  ['one that flips single bits', { toBlob: 'flipped bits', getImageData: 'flipped bits' }, 'image/jpeg'],
  ['one that gives noise', NOISE, 'image/png'],
  ['one that gives white', { toBlob: 'white', getImageData: 'white' }, 'image/png'],
  ['one that gives noise as a file only', { toBlob: 'noise' }, 'image/png'],
  ['one that gives noise as pixels only', { getImageData: 'noise' }, 'image/png'],
  ['one that spares small canvases', { toBlob: 'noise when large', getImageData: 'noise when large' }, 'image/png'],
  ['one that gives no file', { toBlob: 'nothing comes' }, 'image/png'],
  ['one that forbids it', { toBlob: 'throws', getImageData: 'throws' }, 'image/png'],
]

/** Spoils canvases as `canvasIs` says, and has a camera that shows red to the left and blue to the right. */
const BROWSER_SCRIPT = `
  const { toBlob } = HTMLCanvasElement.prototype
  const { getImageData } = CanvasRenderingContext2D.prototype
  let seed = 1
  const dice = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const SPOILERS = {
    noise: () => dice() * 256,
    white: () => 255,
    'flipped bits': (value) => value ^ (dice() < 0.5 ? 1 : 0),
    'noise when large': (value, width) => (width > 100 ? dice() * 256 : value),
  }
  globalThis.canvasIs = {}
  const spoiled = (pixels, spoil, width) => {
    if (!spoil) return pixels
    for (let at = 0; at < pixels.data.length; at += 1) if (at % 4 < 3) pixels.data[at] = spoil(pixels.data[at], width)
    return pixels
  }
  CanvasRenderingContext2D.prototype.getImageData = function (...box) {
    if (canvasIs.getImageData === 'throws') throw new DOMException('not here', 'SecurityError')
    return spoiled(getImageData.apply(this, box), SPOILERS[canvasIs.getImageData], this.canvas.width)
  }
  HTMLCanvasElement.prototype.toBlob = function (done, ...form) {
    if (canvasIs.toBlob === 'throws') throw new DOMException('not here', 'SecurityError')
    if (canvasIs.toBlob === 'nothing comes') return done(null)
    const copy = Object.assign(document.createElement('canvas'), { width: this.width, height: this.height })
    const pen = copy.getContext('2d')
    pen.drawImage(this, 0, 0)
    const pixels = getImageData.call(pen, 0, 0, copy.width, copy.height)
    pen.putImageData(spoiled(pixels, SPOILERS[canvasIs.toBlob], copy.width), 0, 0)
    toBlob.call(copy, done, ...form)
  }
  const seen = Object.assign(document.createElement('canvas'), { width: 640, height: 400 })
  const show = () => {
    const pen = seen.getContext('2d')
    for (const [colour, left] of [['#d01010', 0], ['#1010d0', 320]]) {
      pen.fillStyle = colour
      pen.fillRect(left, 0, 320, 400)
    }
  }
  navigator.mediaDevices.getUserMedia = async () => {
    show()
    setInterval(show, 50)
    return seen.captureStream()
  }
  globalThis.ImageCapture = class {
    takePhoto = () => globalThis.takesPhotos
      ? new Promise((resolve) => toBlob.call(seen, resolve))
      : Promise.reject(new DOMException('not here', 'NotSupportedError'))
  }`

/** Goes through all that can become of the photo of a document, at the step where it is asked for. */
export async function takePhotos(world: World, wizard: Page, photo: Buffer): Promise<void> {
  await wizard.addInitScript(BROWSER_SCRIPT)
  await wizard.reload()
  await wizard.getByTestId('photo-front').waitFor()
  await chooseInEveryBrowser(world, wizard, photo)
  await chooseInVain(wizard, photo)
  await photographInEveryBrowser(world, wizard, photo)
}

const become = (wizard: Page, canvas: Canvas, takesPhotos = false) =>
  wizard.evaluate(`canvasIs = ${JSON.stringify(canvas)}; takesPhotos = ${takesPhotos}`)

/** Checks that the chosen photo is the one that is kept, in browsers that spoil reads of a canvas. */
async function chooseInEveryBrowser(world: World, wizard: Page, photo: Buffer): Promise<void> {
  for (const [name, canvas, form] of BROWSERS) {
    await become(wizard, canvas)
    const sent = await sending(wizard, () => choose(wizard, fileOf('front.png', 'image/png', photo)))
    assert.equal(sent, form, name)
    await assertKept(world, wizard, photo, name)
  }
  const turned = await sharp(photo)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok(turned.includes('Exif'))
  await become(wizard, NOISE)
  await sending(wizard, () => choose(wizard, fileOf('turned.jpg', 'image/jpeg', turned)))
  const kept = await assertKept(world, wizard, await sharp(turned).autoOrient().toBuffer(), 'one that lies on its side')
  assert.ok(!kept.includes('Exif'), 'the place where it was taken is gone')
}

/** What a browser cannot make smaller and the service does not take is refused in words that say what to do. */
async function chooseInVain(wizard: Page, photo: Buffer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-photos-'))
  const [heavy, strange] = [join(folder, 'heavy.png'), join(folder, 'strange.gif')]
  writeFileSync(heavy, Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]))
  writeFileSync(strange, await sharp(photo).gif().toBuffer())
  await become(wizard, {})
  for (const file of [heavy, strange]) {
    assert.equal(await sending(wizard, () => choose(wizard, file)), 'image/jpeg', file)
  }
  await become(wizard, NOISE)
  await choose(wizard, heavy)
  await wizard.locator('[data-testid=photo-fault][data-fault=CANVAS_BLOCKED]').waitFor()
  await assertAccessible(wizard, 'a photo that this browser cannot make smaller')
  await choose(wizard, strange)
  await wizard.locator('[data-testid=photo-fault][data-fault=NOT_AN_IMAGE]').waitFor()
  rmSync(folder, { recursive: true })
}

/** A camera whose pictures cannot be read takes a photo of its own, or the player is led to a file. */
async function photographInEveryBrowser(world: World, wizard: Page, photo: Buffer): Promise<void> {
  const halves = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#1010d0' } })
    .composite([
      { input: { create: { width: 320, height: 400, channels: 3, background: '#d01010' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  for (const [name, canvas, form] of [
    ['a picture of the camera', {}, 'image/jpeg'],
    ['a photo that the camera takes', NOISE, 'image/png'],
  ] as const) {
    await become(wizard, canvas, true)
    await wizard.getByTestId('take-front').click()
    await wizard.getByTestId('shutter').click()
    assert.equal(await sending(wizard, () => wizard.getByTestId('camera-use').click()), form, name)
    await assertKept(world, wizard, halves, name)
  }
  await become(wizard, NOISE)
  await wizard.getByTestId('take-front').click()
  await wizard.getByTestId('shutter').click()
  await wizard.getByText('Your browser keeps the pictures of the camera from this page.').waitFor()
  await assertAccessible(wizard, 'a camera whose pictures cannot be read')
  const file = fileOf('front.png', 'image/png', photo)
  await sending(wizard, () => wizard.getByTestId('capture-front').setInputFiles(file))
  await assertKept(world, wizard, photo, 'a file in the place of the camera')
}

const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

function choose(wizard: Page, file: string | ReturnType<typeof fileOf>): Promise<void> {
  return wizard.getByTestId('choose-front').setInputFiles(file)
}

/** Waits until a photo of the document was sent and kept. Returns in which form it was sent. */
async function sending(wizard: Page, act: () => Promise<void>): Promise<string | undefined> {
  const kept = wizard.waitForResponse((answer) => answer.url().endsWith('/images/front') && answer.ok())
  await act()
  const answer = await kept
  await answer.finished()
  return answer.request().headers()['content-type']
}

/** The service keeps what the player has seen, pixel for pixel as far as a JPEG does. Returns what it keeps. */
async function assertKept(world: World, wizard: Page, photo: Buffer, name: string): Promise<Buffer> {
  const { cookie } = await browserOf(world, wizard)
  const answer = await fetch(`${world.baseUrl}/kyc/api/images/front`, { headers: { cookie } })
  const jpeg = Buffer.from(await answer.arrayBuffer())
  const [kept, expected] = await Promise.all([jpeg, photo].map((bytes) => rawOf(bytes)))
  assert.deepEqual([kept!.width, kept!.height], [expected!.width, expected!.height], name)
  const off = kept!.data.reduce((sum, value, at) => sum + Math.abs(value - expected!.data[at]!), 0) / kept!.data.length
  assert.ok(off < 5, `${name}: a value is off by ${off} on average`)
  return jpeg
}

async function rawOf(bytes: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
