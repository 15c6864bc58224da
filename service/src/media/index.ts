export { absoluteUrl, contentTypeOf, formatOf, imageFault } from './image.ts'
export { findMedia, type Media } from './store.ts'
export { storeMedia } from './store-media.ts'
