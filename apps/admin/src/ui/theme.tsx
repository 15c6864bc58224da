import { applyTheme, houseTokens, makeTheme } from '@coffer/web'
import {
  Badge,
  Button,
  createTheme,
  Drawer,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  MantineProvider,
  Modal,
  useComputedColorScheme,
} from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'

const { light } = houseTokens
/** Names of colours for components. Mantine needs ten shades of each, but `styles/theme.css` sets the variables that draw them. */
const COLORS = {
  brand: shades(light.colorPrimary),
  good: shades(light.colorWin),
  bad: shades(light.colorDanger),
  info: shades(light.colorInfo),
  plain: shades(light.colorText),
}

function shades(color: string): MantineColorsTuple {
  return [color, color, color, color, color, color, color, color, color, color]
}

const theme = createTheme({
  colors: COLORS,
  primaryColor: 'brand',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--color-on-primary)' } : colors
  },
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default' } }),
    Badge: Badge.extend({ defaultProps: { radius: 'xl' } }),
    // Locking the scroll position adds a style element, which the content security policy refuses.
    ModalRoot: Modal.Root.extend({
      defaultProps: { lockScroll: false, size: 640, transitionProps: { duration: 120 } },
    }),
    DrawerRoot: Drawer.Root.extend({
      defaultProps: { lockScroll: false, size: 280, transitionProps: { duration: 240 } },
    }),
  },
})

/**
 * The theme of all components. The content security policy allows no style elements, so Mantine's variables come from `styles/mantine.css` and
 * `styles/theme.css`. Its responsive visibility classes are not available.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="light" withCssVariables={false} withGlobalClasses={false}>
      <Tokens />
      {children}
    </MantineProvider>
  )
}

/** Sets Coffer's tokens on the root element, in the colour scheme of this browser. */
function Tokens() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useLayoutEffect(() => applyTheme(document.documentElement.style, makeTheme({}, scheme)), [scheme])
  return null
}
