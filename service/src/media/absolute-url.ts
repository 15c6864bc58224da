/** The address of an image as clients read it: a path that the service serves gets `baseUrl` before it. */
export function absoluteUrl(baseUrl: string, url: string): string
export function absoluteUrl(baseUrl: string, url: string | null): string | null
export function absoluteUrl(baseUrl: string, url: string | null): string | null {
  return url?.startsWith('/') ? `${baseUrl}${url}` : url
}
