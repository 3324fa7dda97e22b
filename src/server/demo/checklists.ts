/** The checklists of the invented town: a room, and what to look at in it (EN-11). */
export const checklists: readonly { room: string; prompts: readonly string[] }[] = [
  {
    room: 'Kitchen',
    prompts: [
      'Hot and cold water run at the sink, and it drains',
      'Stove and oven light and hold their heat',
      'Refrigerator keeps food cold',
      'Outlets near water trip when tested',
      'Counter and floor can be wiped clean',
      'No trace of roaches or mice',
    ],
  },
  {
    room: 'Bathroom',
    prompts: [
      'Toilet is fixed to the floor and flushes',
      'Tub or shower has hot water and does not leak',
      'Window or fan takes the steam out',
      'Outlet beside the basin trips when tested',
      'No mold on wall or ceiling',
    ],
  },
  {
    room: 'Bedroom',
    prompts: [
      'Window opens from inside without a tool',
      'Smoke alarm sounds when tested',
      'Two working outlets, or one and a light',
      'Door closes and latches',
      'Walls and ceiling sound and dry',
    ],
  },
  {
    room: 'Living Room',
    prompts: [
      'Outlets and switches have covers',
      'Window locks work',
      'Floor is even, no tripping edge',
      'No peeling paint',
    ],
  },
  {
    room: 'Basement',
    prompts: [
      'No standing water, no damp at the walls',
      'Furnace and water heater vent to the outside',
      'Carbon monoxide alarm sounds when tested',
      'Stair has a rail and even steps',
      'Way out if anyone sleeps here',
    ],
  },
  {
    room: 'Exterior',
    prompts: [
      'House number can be read from the street',
      'Roof, gutters and downspouts whole',
      'Paint and siding keep the weather out',
      'Steps and porch sound, with a rail',
      'No rubbish, no tall grass',
      'Fence upright and whole',
    ],
  },
  {
    room: 'Hallway and Stairs',
    prompts: [
      'Exit signs lit',
      'Nothing stands in the way out',
      'Fire doors close by themselves',
      'Rail on every stair',
      'Lights work',
    ],
  },
  {
    room: 'Laundry Room',
    prompts: ['Dryer vents to the outside', 'Floor drain open', 'Hoses without bulges'],
  },
  {
    room: 'Attic',
    prompts: ['No daylight through the roof', 'Insulation dry', 'No open wiring', 'No nests'],
  },
  {
    room: 'Garage and Yard',
    prompts: [
      'Vehicles have plates and run',
      'Rubbish bins have lids',
      'No stored fuel beside the house',
      'Trees clear of the wires',
    ],
  },
  {
    room: 'Shop Floor',
    prompts: [
      'Extinguisher inspected this year',
      'Aisles wide enough for a wheelchair',
      'Exit not locked while open',
      'Occupancy posted',
    ],
  },
]
