/**
 * The oldest browsers that the pages run in: all of them are of 2023. They are the first that have both `color-mix()` and `:has()`, which
 * colours and focus rings rest on, and every phone with iOS 16 can have its 16.4.
 */
export const OLDEST_BROWSERS = {
  chrome: '111',
  chrome_android: '111',
  edge: '111',
  firefox: '121',
  firefox_android: '121',
  safari: '16.4',
  safari_ios: '16.4',
} as const

/** The same as the bundler names them. */
export const BUILD_TARGET = ['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4']
