import { drawMark } from '../mark.js';

drawMark(document.querySelector<SVGSVGElement>('.brand svg')!);
