/** Streets of the invented town, with their type as in an address list. */
export const streets = [
  ['Alderhollow', 'Rd'],
  ['Bramblewick', 'Ave'],
  ['Candlemere', 'St'],
  ['Dovecote', 'Ln'],
  ['Elderberry', 'Ct'],
  ['Foxglove', 'Ave'],
  ['Gristmill', 'Rd'],
  ['Heronsgate', 'Dr'],
  ['Inkwell', 'Pl'],
  ['Juniper Bend', 'Rd'],
  ['Kettle', 'St'],
  ['Lanternlight', 'Way'],
  ['Millrace', 'Ave'],
  ['Nettlefield', 'St'],
  ['Old Ropewalk', 'Ln'],
  ['Pippin', 'Ct'],
  ['Quillfeather', 'Dr'],
  ['Rushlight', 'Ave'],
  ['Saltbarrel', 'St'],
  ['Thimble', 'Pl'],
] as const

/** Given names, from many places. */
export const givenNames = [
  'Amara',
  'Benno',
  'Carmela',
  'Dmitri',
  'Esperanza',
  'Farid',
  'Greta',
  'Hiroshi',
  'Imani',
  'Jorge',
  'Katarzyna',
  'Lakshmi',
  'Marisol',
  'Nikolai',
  'Oluwaseun',
  'Priya',
  'Quentin',
  'Rosalind',
  'Søren',
  'Tamsin',
  'Umberto',
  'Vesna',
  'Wendell',
  'Ximena',
  'Yusuf',
  'Zora',
  'Aoife',
  'Bartholomew',
  'Chidi',
  'Delphine',
] as const

/** Family names, invented or common, of nobody in particular. */
export const familyNames = [
  'Abernathy-Cole',
  'Baptiste',
  'Castellano',
  'Drummond',
  'Ekwueme',
  'Fairweather',
  'Gutiérrez',
  'Hallvard',
  'Ibarra',
  'Jankowski',
  'Kowalczyk',
  'Lindqvist',
  'Mbeki',
  'Nakashima',
  "O'Shaughnessy",
  'Pemberton',
  'Quispe',
  'Rasmussen',
  'Szabó',
  'Thistlewood',
  'Underhill',
  'Venkataraman',
  'Whitlock',
  'Yamazaki',
  'Zielinski',
  'Marchetti',
  'Okonkwo-Reyes',
  'Brightwater',
] as const

/** Companies that own houses. */
export const ownerCompanies = [
  'Millrace Holdings LLC',
  'Thimble & Sons Property Trust',
  'Rushlight Housing Cooperative',
  'Lanternlight Estates Inc',
  'Old Ropewalk Partners LP',
  'Heronsgate Community Land Trust',
] as const

/** Buildings with a name of their own. */
export const propertyNames = [
  'Fernbrook Apartments',
  'The Gristmill Lofts',
  'Saltbarrel Court',
  'Candlemere Gardens',
  'Heronsgate Towers',
  'Ropewalk Commons',
  'Pippin Terrace',
  'The Inkwell House',
  'Rushlight Manor',
  'Juniper Bend Apartments',
  'Millrace Row',
  'Quillfeather Place',
] as const

/** Businesses of the town: the name, and the trading name if it differs. */
export const businessNames = [
  ['Copper Kettle Café', null],
  ['Bramblewick Bakery LLC', 'The Morning Loaf'],
  ['Heron Hardware', null],
  ['Dovecote Dry Cleaners', null],
  ['Nettlefield Nails Inc', 'Nettle & Shine'],
  ['Foxglove Florist', null],
  ['Gristmill Grocery LLC', 'Corner Pantry'],
  ['Inkwell Printing', null],
  ['Juniper Auto Body', null],
  ['Kettle Street Barbers', null],
  ['Lantern Laundromat', null],
  ['Millrace Music School', null],
  ['Old Ropewalk Storage LP', 'Ropewalk Self Storage'],
  ['Pippin Pediatrics', null],
  ['Quill & Ledger Accounting', null],
  ['Rushlight Yoga', null],
  ['Saltbarrel Seafood', null],
  ['Thimble Tailors', null],
  ['Alder Animal Clinic', null],
  ['Candlemere Cinema LLC', 'The Candlelight'],
  ['Elderberry Daycare', null],
  ['Foundry Fitness', null],
  ['Glassworks Gallery', null],
  ['Hollow Tree Books', null],
  ['Ironbridge Bicycles', null],
  ['Jade Garden Restaurant', null],
  ['Kingfisher Insurance', null],
  ['Lilac Beauty Supply', null],
  ['Mockingbird Market', null],
  ['Northgate Notary', null],
  ['Orchard Optical', null],
  ['Paper Crane Gifts', null],
  ['Quarry Stone Counters', null],
  ['Riverbend Realty', null],
  ['Sparrow Cell Repair', null],
  ['Two Rivers Tax', null],
  ['Underhill Upholstery', null],
  ['Velvet Vinyl Records', null],
  ['Windmill Wine & Spirits', null],
  ['Yarrow Herbal Shop', null],
] as const

/** The letters of a name that an email address can contain. */
export const asciiOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, '.')
