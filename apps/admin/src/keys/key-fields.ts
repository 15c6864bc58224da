import type { NewSecret } from '../ui/new-secret.tsx'

/** The fields of a new key that is shown. */
export function keyFields(keyId: string, keySecret: string): NewSecret['fields'] {
  return [
    { label: 'Key ID', value: keyId },
    { label: 'Secret', value: keySecret },
  ]
}
