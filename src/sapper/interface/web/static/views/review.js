export class ReviewView { enter(place) { place.textContent = 'review'; } leave() {} }
