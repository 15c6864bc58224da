export { absoluteUrl, contentTypeOf, formatOf, imageFault, imageTypeOf } from './image.ts'
export { findMedia, type Media } from './store.ts'
export { storeMedia } from './store-media.ts'
