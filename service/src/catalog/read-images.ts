import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { contentTypeOf, imageFault } from '../media/index.ts'
import { type Fault, refuseFaults } from './faults.ts'

/** An image that stood beside a catalogue file. */
export type ImageFile = { bytes: Buffer; contentType: string }

const SERVED = /^\/media\/(\d+)\/[0-9a-f]{32}\.(?:svg|png|jpg|webp)$/

/**
 * Reads and checks every image that the file names by a path below `baseDir`; the answer is by that path. Addresses, and paths
 * that the service already serves for this operator, are left as they are. Throws a 422 that names each bad one.
 */
export async function readImages(
  file: CatalogueFile,
  operatorId: number,
  baseDir: string,
  maxBytes: number,
): Promise<Map<string, ImageFile>> {
  const images = new Map<string, ImageFile>()
  const faults: Fault[] = []
  for (const { path: field, imageUrl } of imageFields(file)) {
    if (images.has(imageUrl) || isAddress(imageUrl, operatorId)) continue
    const read = await readImage(imageUrl, baseDir, maxBytes)
    if (typeof read === 'string') faults.push({ path: field, message: read })
    else images.set(imageUrl, read)
  }
  refuseFaults(faults)
  return images
}

function imageFields(file: CatalogueFile): { path: string; imageUrl: string }[] {
  const fieldsOf = (list: 'items' | 'boxes') =>
    file[list].flatMap(({ imageUrl }, index) =>
      imageUrl === undefined ? [] : [{ path: `${list}.${index}.imageUrl`, imageUrl }],
    )
  return [...fieldsOf('items'), ...fieldsOf('boxes')]
}

function isAddress(imageUrl: string, operatorId: number): boolean {
  if (SERVED.exec(imageUrl)?.[1] === String(operatorId)) return true
  const protocol = URL.parse(imageUrl)?.protocol
  return protocol === 'http:' || protocol === 'https:'
}

/** The image, or what is wrong with it in words. */
async function readImage(imageUrl: string, baseDir: string, maxBytes: number): Promise<ImageFile | string> {
  if (path.isAbsolute(imageUrl) || URL.parse(imageUrl) !== null) {
    return 'must be an http or https address, or the path of a file beside the catalogue file'
  }
  const contentType = contentTypeOf(imageUrl)
  if (contentType === null) return 'must be an SVG, PNG, JPEG or WebP image'
  const place = await placeBelow(baseDir, imageUrl)
  if (place === null) return `there is no file ${imageUrl} beside the catalogue file`
  const tooLarge = (await stat(place)).size > maxBytes
  const bytes = tooLarge ? Buffer.alloc(maxBytes + 1) : await readFile(place)
  return imageFault(bytes, contentType, maxBytes) ?? { bytes, contentType }
}

/** Where a file really lies, links followed; null when that is not a file below the folder. */
async function placeBelow(folder: string, relative: string): Promise<string | null> {
  try {
    const root = await realpath(folder)
    const place = await realpath(path.join(root, relative))
    return place.startsWith(root + path.sep) && (await stat(place)).isFile() ? place : null
  } catch {
    return null
  }
}
