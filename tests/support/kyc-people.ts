import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'

/** Somebody that a test verifies. Nothing of them may be found in the clear, so nothing of them may occur elsewhere. */
export type TestPerson = { email: string; answers: KycAnswers }

type Told = {
  name: string
  born: string
  taxId: string
  street: string
  city: string
  country: string
  number: string
}

function person({ name, born, taxId, street, city, country, number }: Told): TestPerson {
  const words = name.normalize('NFKD').replace(/[^A-Za-z]+/g, '.')
  return {
    email: `${words.toLowerCase()}@players.example`,
    answers: {
      ...EMPTY_ANSWERS,
      consent: true,
      details: { legalName: name, dateOfBirth: born, taxId, hasNoTaxId: false },
      address: { line1: street, line2: '', city, state: '', postalCode: 'QX-40417', country },
      document: { type: 'id_card', number, expiresOn: '2039-07-31', mrz: '' },
    },
  }
}

export const ZOFIA = person({
  name: 'Zofia Quellenburg',
  born: '1987-03-19',
  taxId: 'TX-5588-1029-77',
  street: 'Wacholderallee 918',
  city: 'Oberquellenbach',
  country: 'AT',
  number: 'QB7719283',
})

/** The `identity` that an operator receives once Zofia is confirmed. */
export const ZOFIA_IDENTITY = {
  legalName: 'Zofia Quellenburg',
  dateOfBirth: '1987-03-19',
  taxId: 'TX-5588-1029-77',
  addressLine1: 'Wacholderallee 918',
  addressLine2: null,
  addressCity: 'Oberquellenbach',
  addressState: null,
  addressPostalCode: 'QX-40417',
  addressCountry: 'AT',
}

export const BRAM = person({
  name: 'Bram Oosterwijk-Tannhauser',
  born: '1979-11-02',
  taxId: 'NL-88110-2233-X',
  street: 'Vlietendijk 4411',
  city: 'Zuidpolderveen',
  country: 'NL',
  number: 'NX0099187',
})

/** Too young anywhere. */
export const PIP = person({
  name: 'Pippa Juvenile-Ashgrove',
  born: '2015-06-30',
  taxId: 'UK-JX-55-41-20',
  street: '77 Thistledown Crescent',
  city: 'Little Ashgrove',
  country: 'GB',
  number: 'PJ5540127',
})

export const PEOPLE: readonly TestPerson[] = [ZOFIA, BRAM, PIP]

/** The same person with another document: the sandbox's check decides by its number. */
export function withDocument({ email, answers }: TestPerson, number: string): TestPerson {
  return { email, answers: { ...answers, document: { ...answers.document, number } } }
}

/** What must be found nowhere. A country and the kind of a document are no one's own. */
export function secretsOf({ email, answers }: TestPerson): string[] {
  const { details, address, document } = answers
  return [
    ...[email, details.legalName, ...details.legalName.split(' '), details.dateOfBirth, details.taxId],
    ...[address.line1, address.city, address.postalCode, document.number],
  ]
}
